import type { rooms } from '@showroom/contract'
import type { RoomTables } from '../platform/db/places.ts'
import type { Room, RoomDeps } from '../platform/room.ts'
import { reviewRoutes } from './review.routes.ts'

/** The room owns no tables; defeat requests belong to the customer room. */
export const tables = {} as const satisfies RoomTables

export const open = ({ live }: RoomDeps): Room<typeof rooms.review> => ({ handlers: reviewRoutes({ live }) })
