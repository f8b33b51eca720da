import { Link } from '@tanstack/react-router'
import { mayEnter } from '../frame/areas'
import { paths } from '../frame/paths'
import { useSession } from '../frame/session'
import { orderTypeOf } from './order.labels'

interface OrderLinkProps {
  order: { readonly id: number; readonly orderStatus: number }
  customerId: number
  dealId: number
}

/** The way to the order's own page (document 2, section 2.2), for those who may enter it. */
export function OrderLink({ order, customerId, dealId }: OrderLinkProps) {
  const session = useSession()
  if (!mayEnter.orders(session)) return null
  const search = {
    from: 'customerDetail',
    type: orderTypeOf(order.orderStatus),
    orderId: order.id,
    customerId,
    dealId,
  }
  return (
    <Link className="sr-order-link" to={paths.orderDetail} search={search as never}>
      订单详情
    </Link>
  )
}
