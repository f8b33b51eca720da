import type { Rights } from '@showroom/contract/kernel/call'
import { leadCan, leadStatus, leadTab } from '@showroom/contract/lead/lead.rules'
import type { ClueRow } from '@showroom/contract/lead/list.schema'

/** True if the queue stops at this lead. An invalid lead can still be made valid, but the queue stops at it only on the invalid tab. */
export const asksForHandling = (
  tab: number,
  lead: Pick<ClueRow, 'status' | 'lacksMobile' | 'isErased'>,
  by: Rights,
): boolean =>
  Object.values(leadCan).some((can) => can(lead, by)) &&
  (lead.status !== leadStatus.invalid || tab === leadTab.invalid)
