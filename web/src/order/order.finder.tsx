import type { Finder } from '../frame/finder'
import { formatDay } from '../ui/day'
import { OrderStatus } from './OrderStatus'

const page = '/order/orderDetail'

/** Finds orders for the global search. */
export const orders: Finder = {
  ids: 'orderIds',
  title: '订单',
  foundIn: ({ orders: rows }) =>
    rows.map(({ orderId, orderNo, name, phone, status, modelName, ownerName, createdDate, isSeen }) => ({
      id: orderId,
      name,
      number: phone,
      hint: [orderNo, modelName, ownerName, formatDay(createdDate)].filter(Boolean).join(' · '),
      mark: <OrderStatus status={status} />,
      link: isSeen ? undefined : { to: '/approved', search: { id: orderId } },
    })),
  linkTo: (id) => ({ to: page, search: { orderId: id, from: 'order' } }),
  openedAt: ({ pathname, search }) =>
    pathname === page && 'orderId' in search ? Number(search.orderId) || 0 : 0,
  lists: [
    { title: '销售订单', link: { to: '/order/index' } },
    { title: '待配车', link: { to: '/activity/order-approved' } },
  ],
}
