import { lazyDialog } from '../ui/lazyDialog'

/** The order room's exports for other rooms. */
export { orderList } from './list/order.fields'
export { Decide as DecideOrder, useDecisions as useOrderDecisions } from './verify/Decide'
export { addressOf as orderAddress } from './verify/VerifyLink'
export const CarOrders = lazyDialog(() => import('./verify/CarOrders').then((module) => module.CarOrders))
export const WaitingOrders = lazyDialog(() =>
  import('./verify/WaitingOrders').then((module) => module.WaitingOrders),
)
