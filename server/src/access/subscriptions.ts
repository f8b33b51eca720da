import type { Subscriptions } from '../platform/happenings.ts'
import { endSessionsOfMembers, endSessionsOfRoles } from './session.repository.ts'

/** Whose rights end is out at once, and told why. */
export const accessSubscriptions: Subscriptions = {
  memberBarred: ({ db, scope }, { memberIds, why }) =>
    endSessionsOfMembers(db, scope.dealerId, memberIds, why),
  salesLoginForbidden: ({ db, scope }, { roles }) => endSessionsOfRoles(db, scope.dealerId, roles, 'barred'),
}
