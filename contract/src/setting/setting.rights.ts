import { role } from '../access/access.rules.ts'
import type { Call } from '../kernel/call.ts'

/** The right to close and open stores. In a separate file, so that the sign-in page does not load the calls with the routes. */
export const managesStores = { roles: [role.groupAdmin] } as const satisfies Call['may']
