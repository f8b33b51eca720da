import type { CustomerProfile } from '@showroom/contract/customer/profile.schema'
import { Link } from '@tanstack/react-router'
import { useMayEnter } from '../frame/areas'
import { orderTypeOf } from './order.labels'

interface OrderLinkProps {
  order: { readonly id: number; readonly orderStatus: number }
  customerId: number
  dealId: number
}

/** Links to the order's page for users with access to it. */
export function OrderLink({ order, customerId, dealId }: OrderLinkProps) {
  const canEnter = useMayEnter('/order/orderDetail')
  if (!canEnter) return null
  const search = {
    from: 'customerDetail' as const,
    type: orderTypeOf(order.orderStatus),
    orderId: order.id,
    customerId,
    dealId,
  }
  return (
    <Link className="sr-order-link" to="/order/orderDetail" search={search}>
      订单详情
    </Link>
  )
}

/** Links from the customer's file to the full order form: several lines, company buyers, contract data. */
export function FullOrderLink({ profile: { customer, info } }: { profile: CustomerProfile }) {
  const canEnter = useMayEnter('/order/orderDetail')
  if (!canEnter) return null
  const search = {
    from: 'customerDetail',
    type: 'create',
    customerId: customer.id,
    dealId: info.dealId,
  } as const
  return (
    <Link className="sr-order-link" to="/order/orderDetail" search={search}>
      填写完整订单
    </Link>
  )
}
