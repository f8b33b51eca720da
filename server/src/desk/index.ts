export { readFloor } from './floor.ts'
export { waitsSince } from './waiting.repository.ts'
