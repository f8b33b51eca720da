import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { useSession } from '../../frame/session'
import { Back } from '../../ui/Back'
import { useTitle } from '../../ui/title'
import { NewOrder } from '../form/NewOrder'
import { orderTypeOf } from '../order.labels'
import { orderQuery } from '../order.queries'
import { ExistingOrder, OrderProblem } from './ExistingOrder'
import { OrderBack } from './OrderHead'
import type { OrderSearch } from './orderSearch'

const orderPath = '/order/orderDetail'

/** An order's page in all of its seven types, including the form for a new order. */
export function OrderPage() {
  const search = useSearch({ from: '/shell/order/orderDetail' })
  const { orderId = 0, customerId = 0, type } = search
  const isNew = orderId === 0 || type === 'create'
  useTitle(type === 'create' ? '新建订单' : '订单详情')
  useTypeInAddress(search, isNew ? 0 : orderId)
  const back = <OrderBack search={search} />
  if (!isNew) return <ExistingOrder key={orderId} orderId={orderId} back={back} />
  if (customerId > 0) return <NewOrder key={customerId} search={search} customerId={customerId} />
  return <OrderProblem back={back} isMissing />
}

/** An order opened from those to review. After the decision the next one opens. */
export function SubmittedPage() {
  const { id } = useSearch({ from: '/shell/submitted' })
  // The title carries no customer name, which would stay in the browser history.
  useTitle('待审核订单')
  return <ExistingOrder key={id} orderId={id} back={<Back to="/activity/order-verify" />} isQueue />
}

/** An order opened from the reviewed ones, or from those that wait for a car. Read-only. */
export function ApprovedPage() {
  const { id } = useSearch({ from: '/shell/approved' })
  const { allowOrderVerify } = useSession()
  useTitle('订单')
  const list = allowOrderVerify ? '/activity/order-verify' : '/activity/order-approved'
  return <ExistingOrder key={id} orderId={id} back={<Back to={list} />} isReadOnly />
}

/** Corrects the type in the URL to match the order's status. Does nothing once the user is navigating elsewhere. */
function useTypeInAddress(search: OrderSearch, orderId: number): void {
  const navigate = useNavigate()
  const router = useRouter()
  const { data } = useQuery({ ...orderQuery(orderId), enabled: false })
  const own = data && orderTypeOf(data.data.orderStatus)
  const { type } = search
  const typed = useEffectEvent(() => {
    const { pathname, search: next } = router.latestLocation
    if (pathname !== orderPath || next.orderId !== search.orderId) return
    void navigate({ to: orderPath, search: { ...search, type: own }, replace: true })
  })
  useEffect(() => {
    if (own && type !== own) typed()
  }, [own, type])
}
