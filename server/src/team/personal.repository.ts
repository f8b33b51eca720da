import type { PersonalTables } from '../platform/personal/personal.ts'

/** The room keeps nothing about customers. */
export const teamPersonal: PersonalTables = {
  dealer_group: 'names of groups',
  member: 'members of stores',
  member_leave: 'members who left',
  member_leave_share: 'members who took over',
  member_leave_move: 'states of records that moved',
  personnel: 'members, in the directory of the maker',
}
