export { foundLeads } from './list/find.repository.ts'
export { findLeadNumbers } from './lead.repository.ts'
export { countLeads } from './list/list.repository.ts'
export {
  findLeadTimes,
  findLongestWaiting,
  listLate,
  listToClear,
  listUnassigned,
} from './list/waiting.repository.ts'
export type { LeadToClear } from './list/waiting.repository.ts'
export { addSource, makeKey, readSenders, resealSources } from './intake/source.service.ts'
