import type { Call } from './kernel/call.ts'
import { rooms } from './rooms.ts'

/**
 * All calls of the product, by room. Routes, typed client, OpenAPI, permission matrix and walker tests derive from
 * here.
 */
export { rooms }

export const calls: readonly Call[] = Object.values(rooms).flatMap((room) => Object.values<Call>(room))
