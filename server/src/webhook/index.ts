export { resealEndpoints } from './endpoint.repository.ts'
