import { describeTables } from '../platform/tables/describe.ts'
import { member, typed } from '../platform/tables/words.ts'

export const tables = describeTables({
  attendance_day: {
    storeMerge: { unites: 'due_ids' },
    ids: { due_ids: member.stays },
    free: 'working hours',
  },
  attendance_sign: {
    ids: { member_id: member.stays },
    title: '签到',
    texts: typed('of a member who signed in', 'address', 'remark'),
  },
})
