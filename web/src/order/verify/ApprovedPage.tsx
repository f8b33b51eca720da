import type { OrderDetail } from '@showroom/contract/order/detail.schema'
import { orderStatus } from '@showroom/contract/order/order.rules'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useMayEnter } from '../../frame/areas'
import { useSession } from '../../frame/session'
import { formatMinute } from '../../ui/day'
import { OrderNote } from '../detail/OrderNote'
import { OrderTimeline } from '../detail/OrderTimeline'
import { OrderView } from '../detail/OrderView'
import { useOrderReveal } from '../detail/useOrderReveal'
import { orderTypeOf } from '../order.labels'
import { orderRecordsQuery } from '../order.queries'
import '../../ui/parts.css'
import { OpenedOrder } from './OpenedOrder'

/** A read-only order with its review decision and progress. */
export function ApprovedPage() {
  const { id } = useSearch({ from: '/shell/approved' })
  const { allowOrderVerify } = useSession()
  return (
    <OpenedOrder
      key={id}
      id={id}
      title="订单"
      list={allowOrderVerify ? '/activity/order-verify' : '/activity/order-approved'}
    >
      {(order) => ({ actions: <OwnPage order={order} />, body: <ReadOrder order={order} /> })}
    </OpenedOrder>
  )
}

/** Links the order's consultant to its own page, where a rejected order can be changed. */
function OwnPage({ order }: { order: OrderDetail }) {
  const mayEnter = useMayEnter('/order/orderDetail')
  if (!mayEnter || !order.isMine) return null
  const isBack = order.orderStatus === orderStatus.rejected
  return (
    <div className="sr-o-bar">
      <Link
        className={isBack ? 'sr-button sr-button-primary' : 'sr-button'}
        to="/order/orderDetail"
        search={{ orderId: order.id, type: orderTypeOf(order.orderStatus), from: 'approved' }}
      >
        {isBack ? '修改订单' : '订单详情'}
      </Link>
    </div>
  )
}

function ReadOrder({ order }: { order: OrderDetail }) {
  const { data: records } = useQuery(orderRecordsQuery(order.id))
  const reveal = useOrderReveal(order.id)
  return (
    <>
      <Decision order={order} />
      <div className="sr-o-layout">
        <div className="sr-o-main">
          <OrderView order={order} reveal={reveal} />
        </div>
        <div className="sr-o-side">
          <OrderTimeline records={records?.data} />
        </div>
      </div>
    </>
  )
}

/** The reviewer, the time, and the reason of a rejection. */
function Decision({ order: { auditTime, reviewerName, rejectReason } }: { order: OrderDetail }) {
  if (auditTime === 0) return null
  const by = [reviewerName, formatMinute(auditTime)].filter(Boolean).join(' · ')
  return rejectReason ? (
    <OrderNote text={`驳回原因：${rejectReason}`} by={by} />
  ) : (
    <OrderNote type="success" text="审核通过" by={by} />
  )
}
