import type { OrderDetail } from '@showroom/contract/order/detail.schema'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMayEnter } from '../../frame/areas'
import { Back } from '../../ui/Back'
import { buyerOf } from '../order.labels'
import type { OrderSearch } from './orderSearch'

interface OrderHeadProps {
  /** The link back. */
  back: ReactNode
  title: string
  /** The order's status. */
  mark?: ReactNode
  /** The customer and the actions. */
  children?: ReactNode
}

/** The order's title bar. Stays at the top while scrolling. */
export const OrderHead = ({ back, title, mark, children }: OrderHeadProps) => (
  <header className="sr-o-head">
    {back}
    <h1 className="sr-o-name" tabIndex={-1} title={title}>
      {title}
    </h1>
    {mark}
    {children}
  </header>
)

/** Returns to the customer's file or to the filtered list that led here; otherwise one page back. */
export const OrderBack = ({ search: { from, customerId } }: { search: OrderSearch }) =>
  from === 'customerDetail' && customerId !== undefined ? (
    <Back named to="/customer/detail/$customerId" params={{ customerId: String(customerId) }} />
  ) : (
    <Back named={from === 'order'} to="/order/index" />
  )

/** The buyer's name, as a link to the customer's file if the user may open it. Reviewers may lack that access. */
export function CustomerLink({ order }: { order: OrderDetail }) {
  const mayRead = useMayEnter('/customer/detail/$customerId')
  const name = buyerOf(order)
  if (!mayRead || !order.isMine) return <span className="sr-o-customer">{name}</span>
  return (
    <Link
      className="sr-o-customer"
      to="/customer/detail/$customerId"
      params={{ customerId: String(order.customerId) }}
      title="查看客户档案"
    >
      {name}
    </Link>
  )
}
