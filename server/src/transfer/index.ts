export { createImportWork, resumeImports } from './import.job.ts'
export type { ImportWork } from './import.job.ts'
export { tidyTransfers } from './tidy.job.ts'
export { transferRoutes } from './transfer.routes.ts'
