import { role } from '../access/access.rules.ts'
import type { Call } from '../kernel/call.ts'

/** Who manages webhook endpoints. Apart from the calls, so that the sign-in page does not load them with the routes. */
export const managesEndpoints = {
  module: '企业管理',
  roles: [role.generalManager, role.boss, role.groupAdmin],
} as const satisfies Call['may']
