import type { rooms } from '@showroom/contract'
import type { RoomTables } from '../platform/db/places.ts'
import type { Room, RoomDeps } from '../platform/room.ts'
import { dashboardRoutes } from './dashboard.routes.ts'

/** The dashboard owns no tables; it counts rows of other rooms. */
export const tables = {} as const satisfies RoomTables

export const open = ({ live }: RoomDeps): Room<typeof rooms.dashboard> => ({
  handlers: dashboardRoutes(live),
})
