import { describeTables } from '../platform/tables/describe.ts'
import { member } from '../platform/tables/words.ts'

/** The room keeps nothing about customers. */
export const tables = describeTables({
  attendance_day: { ids: { due_ids: member.stays }, free: 'working hours' },
  attendance_sign: { ids: { member_id: member.stays }, typed: 'members, where they signed in' },
})
