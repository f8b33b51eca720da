export type { Deliveries } from './deliver.worker.ts'
