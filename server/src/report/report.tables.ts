import { describeTables } from '../platform/tables/describe.ts'
import { member } from '../platform/tables/words.ts'

/** The room keeps nothing about customers. */
export const tables = describeTables({
  dealer_rank: { free: 'numbers of a store' },
  morning_report: { ids: { member_id: member.stays }, free: 'hours at which members are sent numbers' },
  rank_question: { place: 'local', free: 'cities and days' },
})
