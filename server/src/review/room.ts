import type { rooms } from '@showroom/contract'
import type { Room, RoomDeps } from '../platform/room.ts'
import { reviewRoutes } from './review.routes.ts'

export const open = ({ live }: RoomDeps): Room<typeof rooms.review> => ({ handlers: reviewRoutes({ live }) })
