import type { rooms } from '@showroom/contract'
import type { RoomTables } from '../platform/db/places.ts'
import type { Room, RoomDeps } from '../platform/room.ts'
import { taskRoutes } from './task.routes.ts'

/** The room owns no tables; activities belong to the customer room. */
export const tables = {} as const satisfies RoomTables

export const open = ({ live }: RoomDeps): Room<typeof rooms.task> => ({ handlers: taskRoutes({ live }) })
