import { role } from '../access/access.rules.ts'
import type { Call } from '../kernel/call.ts'

/** Readers of the system's state. In a separate file, so that the sign-in page does not load the call with the routes. */
export const readsSystem = {
  module: '企业管理',
  roles: [role.generalManager, role.boss],
} as const satisfies Call['may']
