import { leadMeasures } from '../report/report.rules.ts'
import { leadTab } from './lead.rules.ts'

/** Rules of the lead list, apart from `lead.rules.ts`, which the client loads at its start. */

/** Whether a query lists only leads that wait for a member. */
export const listsWaiting = (query: { activityType: number; isOverdue: number; counted: number }): boolean =>
  [leadTab.waiting, leadTab.unassigned, leadTab.unreachable].some((tab) => tab === query.activityType) ||
  query.isOverdue > 0 ||
  leadMeasures[query.counted - 1] === 'leadsWaiting'
