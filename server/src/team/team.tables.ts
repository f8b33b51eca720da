import { sql } from 'kysely'
import { describeTables } from '../platform/tables/describe.ts'
import { member, other } from '../platform/tables/words.ts'

/** The room keeps nothing about customers. */
export const tables = describeTables({
  member: {
    storeMerge: { ends: 'left_at' },
    lock: 'customer',
    companions: [
      { on: 'insert', notifies: 'session_changed' },
      {
        on: 'update',
        with: ['role', 'modules', 'handle_front', 'manager_id', 'status', 'left_at', 'name'],
        notifies: 'session_changed',
      },
      { on: 'update', with: ['activated_at', 'status', 'role'], notifies: 'lead_backlog' },
    ],
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
    storeMerge: 'moves',
    ids: { owner_id: member.stays, ...other('leave_id', 'file_ids') },
    free: 'members who took over',
  },
  member_leave_move: {
    storeMerge: 'moves',
    ids: { from_id: member.stays, to_id: member.stays, ...other('leave_id', 'row_id', 'file_id') },
    free: 'states of records that moved',
  },
  dealer_group: { place: 'reference', free: 'names of groups' },
  network_row: { place: 'local', free: 'digests of values' },
  personnel: {
    place: 'local',
    clear: { mobile: 'of members', identify_no: 'of members' },
    free: 'members, in the directory of the maker',
  },
})
