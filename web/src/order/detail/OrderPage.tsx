import { errors } from '@showroom/contract/kernel/errors'
import type { OrderDetail } from '@showroom/contract/order/detail.schema'
import { orderStatus as status } from '@showroom/contract/order/order.rules'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { Refusal } from '../../api/client'
import { useDictionaryText } from '../../base/public'
import { formatMinute } from '../../ui/day'
import { EmptyState } from '../../ui/EmptyState'
import { ErrorState } from '../../ui/ErrorState'
import { useShownHere } from '../../ui/shownErrors'
import { usePrintedName } from '../../ui/usePrintedName'
import { NewOrder } from '../form/NewOrder'
import { orderTypeOf } from '../order.labels'
import { orderQuery, orderRecordsQuery } from '../order.queries'
import { OrderStatus } from '../OrderStatus'
import { orderSteps } from './order.steps'
import { EditOrderPart } from './EditOrderPart'
import { OrderActionBar } from './OrderActionBar'
import { CustomerLink, OrderHead } from './OrderHead'
import { OrderNote } from './OrderNote'
import { OrderPageSkeleton } from './OrderPageSkeleton'
import { type OrderSearch } from './orderSearch'
import { OrderSteps } from './OrderSteps'
import { OrderTimeline } from './OrderTimeline'
import { OrderView } from './OrderView'
import { useLineActions } from './useLineActions'
import { useOrderReveal } from './useOrderReveal'
import './order-detail.css'
import { useTitle } from '../../ui/title'

const orderPath = '/order/orderDetail'

/** An order's page in all of its seven types, including the form for a new order. */
export function OrderPage() {
  const search = useSearch({ from: '/shell/order/orderDetail' })
  const { orderId = 0, customerId = 0, type } = search
  useTitle(type === 'create' ? '新建订单' : '订单详情')
  if (orderId > 0 && type !== 'create') return <ExistingOrder key={orderId} search={search} />
  if (customerId > 0) return <NewOrder key={customerId} search={search} customerId={customerId} />
  return <Problem search={search} isMissing />
}

const isGone = (error: unknown): boolean => error instanceof Refusal && error.code === errors.NOT_FOUND.code

function ExistingOrder({ search }: { search: OrderSearch }) {
  const { data, error, refetch } = useQuery({
    ...orderQuery(search.orderId ?? 0),
    retry: (count, problem) => !(problem instanceof Refusal) && count < 1,
  })
  if (data && !isGone(error)) return <OneOrder order={data.data} search={search} />
  if (!error) return <OrderPageSkeleton />
  return <Problem search={search} isMissing={isGone(error)} error={error} onRetry={() => void refetch()} />
}

interface OneOrderProps {
  order: OrderDetail
  search: OrderSearch
}

function OneOrder({ order, search }: OneOrderProps) {
  usePrintedName(order.orderNo)
  useTypeInAddress(order, search)
  const { data: records } = useQuery(orderRecordsQuery(order.id))
  const reveal = useOrderReveal(order.id)
  const [isEditing, setEditing] = useState(false)
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
        search={search}
        reveal={reveal}
        steps={steps}
        side={side}
        onEnded={() => setEditing(false)}
      />
    )
  return (
    <div className="sr-o-page">
      <OrderHead search={search} title={order.orderNo} mark={<OrderStatus status={order.orderStatus} />}>
        <CustomerLink order={order} />
        <OrderActionBar order={order} onEdit={() => setEditing(true)} />
      </OrderHead>
      {steps}
      <OrderNotes order={order} />
      <div className="sr-o-layout">
        <div className="sr-o-main">
          <OrderView order={order} reveal={reveal} actionOf={lines.actionOf} />
        </div>
        {side}
      </div>
      {lines.dialog}
    </div>
  )
}

/** The reason for a rejection or cancellation, at the top of the page. */
function OrderNotes({ order }: { order: OrderDetail }) {
  const reasonText = useDictionaryText('orderCancelReasons')
  if (order.orderStatus === status.cancelled) {
    const reason = [reasonText(order.cancelReason), order.cancelRemark].filter(Boolean).join('：')
    return <OrderNote text={`取消原因：${reason || '未填写'}`} by={formatMinute(order.cancelledAt)} />
  }
  if (order.orderStatus !== status.rejected || order.rejectReason === '') return null
  const by = [order.reviewerName, formatMinute(order.auditTime)].filter(Boolean).join(' · ')
  return <OrderNote text={`驳回原因：${order.rejectReason}`} by={by} />
}

/** Corrects the type in the URL to match the order's status. Does nothing once the user is navigating elsewhere. */
function useTypeInAddress({ orderStatus }: OrderDetail, search: OrderSearch): void {
  const navigate = useNavigate()
  const router = useRouter()
  const own = orderTypeOf(orderStatus)
  const { type } = search
  const typed = useEffectEvent(() => {
    const { pathname, search: next } = router.latestLocation
    if (pathname !== orderPath || next.orderId !== search.orderId) return
    void navigate({ to: orderPath, search: { ...search, type: own }, replace: true })
  })
  useEffect(() => {
    if (type !== own) typed()
  }, [own, type])
}

interface ProblemProps {
  search: OrderSearch
  isMissing: boolean
  error?: unknown
  onRetry?: () => void
}

function Problem({ search, isMissing, error, onRetry }: ProblemProps) {
  useShownHere(error)
  return (
    <div className="sr-o-page">
      <OrderHead search={search} title="订单详情" />
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
