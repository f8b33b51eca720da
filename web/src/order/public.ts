import { lazyDialog } from '../ui/lazyDialog'

/** What other rooms may use of orders. Each dialog is its own chunk: most visits of a customer's file need none of them. */
export { OrderButtons } from './OrderButtons'
export { orderList } from './list/order.fields'
export { OrderStatus } from './OrderStatus'
export { yuanText } from './order.labels'
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
