import type { Rights } from '@showroom/contract/kernel/call'
import { leadCan, leadStatus, leadTab } from '@showroom/contract/lead/lead.rules'
import type { ClueRow } from '@showroom/contract/lead/list.schema'

/** Whether who works through a tab stops at that lead. An invalid one can be made valid, but waits for that nowhere but on its own tab. */
export const asksForHandling = (tab: number, { status }: Pick<ClueRow, 'status'>, by: Rights): boolean =>
  Object.values(leadCan).some((can) => can(status, by)) &&
  (status !== leadStatus.invalid || tab === leadTab.invalid)
