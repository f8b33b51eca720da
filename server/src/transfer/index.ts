export type { ImportWork } from './import.job.ts'
