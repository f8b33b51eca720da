import { errors } from '@showroom/contract/kernel/errors'
import type { OrderDetail } from '@showroom/contract/order/detail.schema'
import { orderCan, orderStatus as status } from '@showroom/contract/order/order.rules'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { Refusal } from '../../api/client'
import { useDictionaryText } from '../../base/public'
import { useMayEnter } from '../../frame/areas'
import { useSession } from '../../frame/session'
import { formatMinute } from '../../ui/day'
import { EmptyState } from '../../ui/EmptyState'
import { ErrorState } from '../../ui/ErrorState'
import { useShownHere } from '../../ui/shownErrors'
import { usePrintedName } from '../../ui/usePrintedName'
import { orderTypeOf } from '../order.labels'
import { orderQuery, orderRecordsQuery } from '../order.queries'
import { OrderStatus } from '../OrderStatus'
import { ReviewFacts } from '../verify/ReviewFacts'
import { orderSteps } from './order.steps'
import { EditOrderPart } from './EditOrderPart'
import { OrderActionBar } from './OrderActionBar'
import { CustomerLink, OrderHead } from './OrderHead'
import { OrderNext } from './OrderNext'
import { OrderNote } from './OrderNote'
import { OrderPageSkeleton } from './OrderPageSkeleton'
import { OrderSteps } from './OrderSteps'
import { OrderTimeline } from './OrderTimeline'
import { OrderView } from './OrderView'
import { useLineActions } from './useLineActions'
import { useOrderActions } from './useOrderActions'
import { useOrderReveal } from './useOrderReveal'
import './order-detail.css'

interface ExistingOrderProps {
  /** 0 for none. */
  orderId: number
  /** The link back to the page or the list that led here. */
  back: ReactNode
  /** Whether the order is one of those to review, which are worked through one after the other. */
  isQueue?: boolean
  /** Shows the order only, with the link to its own page. */
  isReadOnly?: boolean
}

/** The one page of an order, at each of its addresses. What it offers depends on the order's status and the member's rights. */
export function ExistingOrder({ orderId, back, isQueue = false, isReadOnly = false }: ExistingOrderProps) {
  const { data, error, refetch } = useQuery({
    ...orderQuery(orderId),
    enabled: orderId > 0,
    retry: (count, problem) => !(problem instanceof Refusal) && count < 1,
  })
  const isMissing = orderId === 0 || (error instanceof Refusal && error.code === errors.NOT_FOUND.code)
  if (data && !isMissing) return <OneOrder order={data.data} {...{ back, isQueue, isReadOnly }} />
  if (!error && !isMissing) return <OrderPageSkeleton />
  return <OrderProblem back={back} isMissing={isMissing} error={error} onRetry={() => void refetch()} />
}

interface OneOrderProps {
  order: OrderDetail
  back: ReactNode
  isQueue: boolean
  isReadOnly: boolean
}

function OneOrder({ order, back, isQueue, isReadOnly }: OneOrderProps) {
  usePrintedName(order.orderNo)
  const { allowOrderVerify } = useSession()
  const { data: records } = useQuery(orderRecordsQuery(order.id))
  const reveal = useOrderReveal(order.id)
  const [isEditing, setEditing] = useState(false)
  const actions = useOrderActions(order, { onEdit: () => setEditing(true), isQueue, isReadOnly })
  const lines = useLineActions(order)
  const steps = <OrderSteps steps={orderSteps(order, records?.data ?? [])} />
  const side = (
    <div className="sr-o-side">
      <OrderTimeline records={records?.data} />
    </div>
  )
  if (isEditing)
    return (
      <EditOrderPart
        opened={order}
        back={back}
        reveal={reveal}
        steps={steps}
        side={side}
        onEnded={() => setEditing(false)}
      />
    )
  return (
    <div className="sr-o-page">
      <OrderHead back={back} title={order.orderNo} mark={<OrderStatus status={order.orderStatus} />}>
        <CustomerLink order={order} />
        <OrderActionBar order={order} actions={actions} ownPage={isReadOnly && <OwnPage order={order} />} />
      </OrderHead>
      {steps}
      {allowOrderVerify && orderCan.review(order.orderStatus) ? (
        <ReviewFacts order={order} />
      ) : (
        <OrderNext
          order={order}
          onFill={actions.isPossible('submit') ? () => actions.run('submit') : undefined}
        />
      )}
      <OrderNotes order={order} isQueue={isQueue} />
      <div className="sr-o-layout">
        <div className="sr-o-main">
          <OrderView order={order} reveal={reveal} actionOf={isReadOnly ? undefined : lines.actionOf} />
        </div>
        {side}
      </div>
      {lines.dialog}
      {actions.dialog}
    </div>
  )
}

/** Links the order's consultant to its own page, where it goes on. */
function OwnPage({ order }: { order: OrderDetail }) {
  const mayEnter = useMayEnter('/order/orderDetail')
  if (!mayEnter || !order.isMine) return null
  return (
    <Link
      className="sr-button sr-button-primary"
      to="/order/orderDetail"
      search={{ orderId: order.id, type: orderTypeOf(order.orderStatus), from: 'approved' }}
    >
      {order.orderStatus === status.rejected ? '修改订单' : '订单详情'}
    </Link>
  )
}

/** Above the sections: the reason for a rejection or cancellation, or that there is nothing to review any more. */
function OrderNotes({ order, isQueue }: { order: OrderDetail; isQueue: boolean }) {
  const reasonText = useDictionaryText('orderCancelReasons')
  const statusText = useDictionaryText('orderStatusDics')
  const by =
    order.auditTime > 0 ? [order.reviewerName, formatMinute(order.auditTime)].filter(Boolean).join(' · ') : ''
  if (order.orderStatus === status.cancelled) {
    const reason = [reasonText(order.cancelReason), order.cancelRemark].filter(Boolean).join('：')
    return <OrderNote text={`取消原因：${reason || '未填写'}`} by={formatMinute(order.cancelledAt)} />
  }
  if (order.orderStatus === status.rejected && order.rejectReason !== '')
    return <OrderNote text={`驳回原因：${order.rejectReason}`} by={by} />
  if (!isQueue || orderCan.review(order.orderStatus)) return null
  return <OrderNote type="info" text={`该订单${statusText(order.orderStatus)}，不需要审核`} by={by} />
}

interface OrderProblemProps {
  back: ReactNode
  isMissing: boolean
  error?: unknown
  onRetry?: () => void
}

/** In place of an order that does not exist or could not be read. */
export function OrderProblem({ back, isMissing, error, onRetry }: OrderProblemProps) {
  useShownHere(error)
  return (
    <div className="sr-o-page">
      <OrderHead back={back} title="订单详情" />
      <div className="sr-o-card">
        {isMissing || !onRetry ? (
          <EmptyState title="没有找到该订单" hint="订单不存在，或不在您的可见范围内。" />
        ) : (
          <ErrorState error={error} onRetry={onRetry} />
        )}
      </div>
    </div>
  )
}
