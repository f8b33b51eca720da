export type { TeamHappenings } from './happenings.ts'
export { listShares, lockLeaver, recordReturned, recordShares } from './leave.repository.ts'
export { holdTeam, markSeen } from './member.repository.ts'
export { notifyStopped } from './stopped.ts'
export {
  activateMember,
  findAssignable,
  listManagers,
  markLeadGiven,
  sourceExists,
} from './team.repository.ts'
