import { Link } from '@tanstack/react-router'
import { useMayEnter } from '../frame/areas'
import { orderTypeOf } from './order.labels'

interface OrderLinkProps {
  order: { readonly id: number; readonly orderStatus: number }
  customerId: number
  dealId: number
}

/** The way to the order's own page, for those who may enter it. */
export function OrderLink({ order, customerId, dealId }: OrderLinkProps) {
  const canEnter = useMayEnter('/order/orderDetail')
  if (!canEnter) return null
  const search = {
    from: 'customerDetail',
    type: orderTypeOf(order.orderStatus),
    orderId: order.id,
    customerId,
    dealId,
  }
  return (
    <Link className="sr-order-link" to="/order/orderDetail" search={search as never}>
      订单详情
    </Link>
  )
}
