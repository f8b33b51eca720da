export { resealEndpoints } from './endpoint.repository.ts'
export type { Deliveries } from './deliver.worker.ts'
