import { describeTables } from '../platform/tables/describe.ts'
import { member } from '../platform/tables/words.ts'

/** The room keeps nothing about customers. */
export const tables = describeTables({
  dealer_rank: {
    storeMerge: { dropped: true },
    silent: 'counted again and again; the big screen asks at intervals',
    free: 'numbers of a store',
  },
  morning_report: {
    storeMerge: 'moves',
    silent: 'one member’s own rows',
    ids: { member_id: member.stays },
    free: 'hours at which members are sent numbers',
  },
  series_past: { storeMerge: 'yields' },
  rank_question: { silent: 'written by the queries that read it', place: 'local', free: 'cities and days' },
})
