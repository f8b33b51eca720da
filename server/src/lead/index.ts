export { foundLeads } from './find.repository.ts'
export { findLeadMobile } from './lead.repository.ts'
export type { IntakeWorker } from './intake.worker.ts'
export { addSource, makeKey } from './source.service.ts'
