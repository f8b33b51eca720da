import type { rooms } from '@showroom/contract'
import type { Room, RoomDeps } from '../platform/room.ts'
import { dashboardRoutes } from './dashboard.routes.ts'

export const open = ({ live }: RoomDeps): Room<typeof rooms.dashboard> => ({
  handlers: dashboardRoutes(live),
})
