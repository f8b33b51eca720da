import type { rooms } from '@showroom/contract'
import type { Room, RoomDeps } from '../platform/room.ts'
import { taskRoutes } from './task.routes.ts'

export const open = ({ live }: RoomDeps): Room<typeof rooms.task> => ({ handlers: taskRoutes({ live }) })
