export type { TeamEvents } from './events.ts'
export { lockLeaver, recordShares } from './leave.repository.ts'
export { holdTeam, markSeen } from './member.repository.ts'
export { listLeavesSince, listMoves, moved, recordMoves, returnMoves } from './moves.repository.ts'
export { notifyStopped } from './stopped.ts'
export {
  activateMember,
  findAssignable,
  listManagers,
  markLeadGiven,
  sourceExists,
} from './team.repository.ts'
