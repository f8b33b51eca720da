import { errors } from '@showroom/contract/kernel/errors'
import type { OrderDetail } from '@showroom/contract/order/detail.schema'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode } from 'react'
import { Refusal } from '../../api/client'
import { Back } from '../../ui/Back'
import { EmptyState } from '../../ui/EmptyState'
import { useShownHere } from '../../ui/shownErrors'
import { ErrorState } from '../../ui/ErrorState'
import { CustomerLink } from '../detail/OrderHead'
import { OrderPageSkeleton } from '../detail/OrderPageSkeleton'
import { orderQuery } from '../order.queries'
import { OrderStatus } from '../OrderStatus'
import '../detail/order-detail.css'
import { useTitle } from '../../ui/title'

interface OpenedOrderProps {
  id: number
  title: string
  /** Target of the back button if the page was opened by a link. */
  list: '/activity/order-verify' | '/activity/order-approved'
  children: (order: OrderDetail) => { actions?: ReactNode; body: ReactNode }
}

/** An order opened from one of the two lists: its head and the page's own body. */
export function OpenedOrder({ id, title, list, children }: OpenedOrderProps) {
  const { data, error, refetch } = useQuery({
    ...orderQuery(id),
    enabled: id > 0,
    retry: (count, problem) => !(problem instanceof Refusal) && count < 1,
  })
  const isMissing = id === 0 || (error instanceof Refusal && error.code === errors.NOT_FOUND.code)
  useShownHere(isMissing ? error : undefined)
  // The title carries no customer name, which would stay in the browser history.
  useTitle(title)
  if (data && !isMissing) {
    const { actions, body } = children(data.data)
    return (
      <div className="sr-o-page">
        <header className="sr-o-head">
          <Back to={list} />
          <h1 className="sr-o-name" tabIndex={-1}>
            {data.data.orderNo}
          </h1>
          <OrderStatus status={data.data.orderStatus} />
          <CustomerLink order={data.data} />
          {actions}
        </header>
        {body}
      </div>
    )
  }
  if (!error && !isMissing) return <OrderPageSkeleton />
  return (
    <div className="sr-o-page">
      <header className="sr-o-head">
        <Back to={list} />
        <h1 className="sr-o-name">{title}</h1>
      </header>
      <div className="sr-o-card">
        {isMissing ? (
          <EmptyState title="没有找到该订单" hint="订单不存在，或不在您的可见范围内。" />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )}
      </div>
    </div>
  )
}
