export { waitsSince } from './waiting.repository.ts'
