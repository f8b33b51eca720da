import { ArrowLeftOutlined } from '@ant-design/icons'
import type { OrderDetail } from '@showroom/contract/order/detail.schema'
import { Link, useCanGoBack, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMayEnter } from '../../frame/areas'
import { buyerOf } from '../order.labels'
import type { OrderSearch } from './orderSearch'

interface OrderHeadProps {
  search: OrderSearch
  title: string
  /** How it stands. */
  mark?: ReactNode
  /** The customer, and what can be done. */
  children?: ReactNode
}

/** Which order this is. Stays at the top. */
export const OrderHead = ({ search, title, mark, children }: OrderHeadProps) => (
  <header className="sr-o-head">
    <OrderBack search={search} />
    <h1 className="sr-o-name" tabIndex={-1}>
      {title}
    </h1>
    {mark}
    {children}
  </header>
)

/** Back to where one came from: the customer's file, the list, which has its filters again; otherwise one page back. */
function OrderBack({ search: { from, customerId } }: { search: OrderSearch }) {
  const router = useRouter()
  const canGoBack = useCanGoBack()
  const isOfFile = from === 'customerDetail' && customerId !== undefined
  const way = isOfFile
    ? { to: '/customer/detail/$customerId' as const, params: { customerId: String(customerId) } }
    : { to: '/order/index' as const }
  return (
    <Link
      {...way}
      className="sr-o-back"
      aria-label="返回"
      title="返回"
      onClick={(event) => {
        const isNamed = isOfFile || from === 'order'
        if (isNamed || !canGoBack || event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        router.history.back()
      }}
    >
      <ArrowLeftOutlined />
    </Link>
  )
}

/** Whose order it is, and the way to the file for who may read it. */
export function CustomerLink({ order }: { order: OrderDetail }) {
  const mayRead = useMayEnter('/customer/detail/$customerId')
  const name = buyerOf(order)
  if (!mayRead) return <span className="sr-o-customer">{name}</span>
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
