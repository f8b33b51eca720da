import { sql } from 'kysely'
import { describeTables } from '../platform/tables/describe.ts'
import { member, other } from '../platform/tables/words.ts'

/** The room keeps nothing about customers. */
export const tables = describeTables({
  member: {
    lock: 'customer',
    ids: { manager_id: member.own(sql`left_at is null`) },
    typed: 'members of stores',
    few: 'the people of a store, some hundred with those who left',
  },
  member_leave: {
    ids: { member_id: member.stays, top_id: member.stays },
    free: 'members who left',
    few: 'one for each member who leaves',
  },
  member_leave_share: {
    ids: { owner_id: member.stays, ...other('leave_id', 'file_ids') },
    free: 'members who took over',
  },
  member_leave_move: {
    ids: { from_id: member.stays, to_id: member.stays, ...other('leave_id', 'row_id', 'file_id') },
    free: 'states of records that moved',
  },
  dealer_group: { place: 'reference', free: 'names of groups' },
  network_row: { place: 'local', free: 'digests of values' },
  personnel: { place: 'local', free: 'members, in the directory of the maker' },
})
