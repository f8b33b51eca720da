import type { rooms } from '@showroom/contract'
import type { DB } from '../platform/db/tables.ts'
import type { Room, RoomDeps } from '../platform/room.ts'
import { orderRoutes } from './order.routes.ts'
import { orderSubscriptions } from './subscriptions.ts'

export const tables = ['vehicle_order', 'vehicle_order_line'] as const satisfies readonly (keyof DB)[]

export const open = ({ live }: RoomDeps): Room<typeof rooms.order> => ({
  handlers: orderRoutes({ live }),
  subscriptions: orderSubscriptions,
})
