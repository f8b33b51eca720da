import type { Subscriptions } from '../../platform/live/events.ts'
import { endSessionsOfMembers, endSessionsOfRoles } from './session.repository.ts'

/** Ends sessions whose rights ended, with a reason for their next request. */
export const accessSubscriptions: Subscriptions = {
  memberBarred: ({ db, scope }, { memberIds, why }) =>
    endSessionsOfMembers(db, scope.dealerId, memberIds, why),
  salesLoginForbidden: ({ db, scope }, { roles }) => endSessionsOfRoles(db, scope.dealerId, roles, 'barred'),
}
