import { lazyDialog } from '../ui/lazyDialog'

/** The order room's exports for other rooms. Each dialog is a separate chunk, as most visits to a customer's file open none. */
export { OrderButtons } from './OrderButtons'
export { orderList } from './list/order.fields'
export { OrderStatus } from './OrderStatus'
export const QuickOrderDialog = lazyDialog(() =>
  import('./QuickOrderDialog').then((module) => module.QuickOrderDialog),
)
export const OrderListDialog = lazyDialog(() =>
  import('./OrderListDialog').then((module) => module.OrderListDialog),
)
export const DeliverDialog = lazyDialog(() =>
  import('./DeliverDialog').then((module) => module.DeliverDialog),
)
export const OrderFollowDialog = lazyDialog(() =>
  import('./OrderFollowDialog').then((module) => module.OrderFollowDialog),
)
export const CarOrders = lazyDialog(() => import('./verify/CarOrders').then((module) => module.CarOrders))
