export { foundLeads } from './find.repository.ts'
export { findLeadMobile } from './lead.repository.ts'
export type { IntakeWorker } from './intake.worker.ts'
export { addSource } from './source.service.ts'
