import { PhoneOutlined } from '@ant-design/icons'
import { mayAct } from '@showroom/contract/customer/customer.rules'
import type { CustomerActionEntry, FileCard } from '../customer/public'
import { lazyDialog } from '../ui/lazyDialog'

/** Possible while an approved order waits for its car, also after the delivery of another one. */
const whileOrdered: CustomerActionEntry['can'] = (state, rights) =>
  state.undelivered > 0 && mayAct('deliver', state, rights)

/** Actions on a customer's orders. Each dialog is a separate chunk, as most visits to a customer's file open none. */
export const orderActions: readonly CustomerActionEntry[] = [
  {
    key: 'order.deliver',
    label: '交车',
    place: 'button',
    can: whileOrdered,
    Dialog: lazyDialog(() => import('./DeliverDialog').then((module) => module.DeliverDialog)),
  },
  {
    key: 'order',
    label: '订车',
    place: 'button',
    can: (state, rights) => mayAct('order', state, rights),
    Dialog: lazyDialog(() => import('./QuickOrderDialog').then((module) => module.QuickOrderDialog)),
  },
  {
    key: 'order.follow',
    label: '订车回访',
    place: 'icon',
    icon: PhoneOutlined,
    can: (state, rights) =>
      whileOrdered(state, rights) || (state.openOrders > 0 && mayAct('follow', state, rights)),
    Dialog: lazyDialog(() => import('./OrderFollowDialog').then((module) => module.OrderFollowDialog)),
  },
  {
    key: 'order.list',
    label: '查看订单',
    place: 'page',
    can: ({ openOrders }) => openOrders > 0,
    Dialog: lazyDialog(() => import('./OrderListDialog').then((module) => module.OrderListDialog)),
  },
]

/** The first order, the number of orders, and the actions on them. */
export const ordersCard: FileCard = {
  title: '订车',
  countOf: ({ orderTotal }) => (orderTotal > 1 ? `共${orderTotal}单` : ''),
  Content: lazyDialog(() => import('./FirstOrder').then((module) => module.FirstOrder)),
}
