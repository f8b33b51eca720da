import { role } from '../access/access.rules.ts'
import type { Call } from '../kernel/call.ts'

/** The rights to manage webhook endpoints. In a separate file, so that the sign-in page does not load the calls with the routes. */
export const managesEndpoints = {
  module: '企业管理',
  roles: [role.generalManager, role.boss, role.groupAdmin],
} as const satisfies Call['may']
