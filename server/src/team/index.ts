export type { TeamHappenings } from './happenings.ts'
export { listShares, lockLeaver, recordReturned, recordShares } from './leave.repository.ts'
export { markSeen } from './member.repository.ts'
export {
  activateMember,
  findAssignable,
  listManagers,
  markLeadGiven,
  sourceExists,
} from './team.repository.ts'
