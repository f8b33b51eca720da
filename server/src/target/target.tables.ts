import { describeTables } from '../platform/tables/describe.ts'
import { member } from '../platform/tables/words.ts'

/** A member's targets stay with the member after a leave: they say what was agreed. */
export const tables = describeTables({
  month_target: {
    storeMerge: { adds: ['basic', 'sprint', 'challenge'] },
    ids: { member_id: member.stays },
    free: 'names of measures',
  },
  month_target_change: {
    ids: { member_id: member.stays, changed_by: member.stays },
    free: 'names of measures',
  },
})
