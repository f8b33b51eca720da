/**
 * What other rooms may use of orders. The dialogs come by loaders: each is its own chunk, and most visits of a customer's file need
 * none of them.
 */
export { OrderButtons } from './OrderButtons'
export { OrderStatus } from './OrderStatus'
export { yuanText } from './order.labels'
export const loadQuickOrder = () => import('./QuickOrderDialog').then((module) => module.QuickOrderDialog)
export const loadOrderList = () => import('./OrderListDialog').then((module) => module.OrderListDialog)
export const loadDeliver = () => import('./DeliverDialog').then((module) => module.DeliverDialog)
export const loadOrderFollow = () => import('./OrderFollowDialog').then((module) => module.OrderFollowDialog)
