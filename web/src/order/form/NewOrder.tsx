import { errors } from '@showroom/contract/kernel/errors'
import * as customer from '@showroom/contract/customer/customer.api'
import type { CustomerProfile } from '@showroom/contract/customer/profile.schema'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Alert } from 'antd'
import { type ReactNode, useState } from 'react'
import { queryOf } from '../../api/query'
import { type Region, regionQuery } from '../../base/public'
import { stateOf, whyNoOrder } from '../../customer/public'
import { ErrorState } from '../../ui/ErrorState'
import { OrderBack, OrderHead } from '../detail/OrderHead'
import { OrderPageSkeleton } from '../detail/OrderPageSkeleton'
import type { OrderSearch } from '../detail/orderSearch'
import { waitingOrder } from '../order.form'
import { customerOrdersQuery } from '../order.queries'
import { OrderLink } from '../OrderLink'
import { NumbersOfFile } from './FileNumber'
import { OrderFormPage } from './OrderFormPage'
import { ownRegion, valuesOfCustomer } from './orderValues'
import { useNewOrderForm } from './useOrderForm'

interface NewOrderProps {
  search: OrderSearch
  customerId: number
}

/** Data that a new order is prefilled from. */
interface Start {
  readonly profile: CustomerProfile
  readonly own: Region | undefined
}

/** A new order, if its customer can have one. Once the form is shown no warning replaces it; the server refuses an invalid order. */
export function NewOrder({ search, customerId }: NewOrderProps) {
  const file = useQuery(queryOf(customer.get, { customerId }))
  const orders = useQuery(customerOrdersQuery(customerId))
  const region = useQuery(regionQuery())
  const [start, setStart] = useState<Start>()
  if (start) return <NewOrderForm {...start} search={search} />
  const waiting = orders.data && waitingOrder(orders.data.data)
  const error = (!file.data && file.error) || (!orders.data && orders.error)
  const barred = file.data && whyNoOrder(stateOf(file.data))
  if (waiting)
    return (
      <NoForm search={search}>
        <Alert
          type="warning"
          showIcon
          title={errors.ORDER_WAITING.text}
          action={<OrderLink order={waiting} customerId={customerId} dealId={waiting.dealId} />}
        />
      </NoForm>
    )
  if (error)
    return (
      <NoForm search={search}>
        <div className="sr-o-card">
          <ErrorState error={error} onRetry={() => void Promise.all([file.refetch(), orders.refetch()])} />
        </div>
      </NoForm>
    )
  if (barred)
    return (
      <NoForm search={search}>
        <Alert
          type="warning"
          showIcon
          title={barred}
          action={
            <Link to="/customer/detail/$customerId" params={{ customerId: String(customerId) }}>
              查看客户
            </Link>
          }
        />
      </NoForm>
    )
  const isRead = !file.isFetching && !orders.isFetching && !region.isPending
  if (isRead && file.data && orders.data)
    setStart({ profile: file.data, own: region.data && ownRegion(region.data) })
  return <OrderPageSkeleton />
}

/** Shown in place of the form. */
const NoForm = ({ search, children }: { search: OrderSearch; children: ReactNode }) => (
  <div className="sr-o-page">
    <OrderHead back={<OrderBack search={search} />} title="新建订单" />
    {children}
  </div>
)

interface NewOrderFormProps extends Start {
  search: OrderSearch
}

/** Prefills the buyer from the customer's file with masked numbers. The server uses the file's own numbers for those left masked. */
function NewOrderForm({ profile, search, own }: NewOrderFormProps) {
  const navigate = useNavigate()
  const [initial] = useState(() => valuesOfCustomer(profile, own))
  const { customer: who } = profile
  const [preferred] = useState(() => profile.info.intendSerieses.map(({ specId }) => specId))
  const toFile = (): void =>
    void navigate({ to: '/customer/detail/$customerId', params: { customerId: String(who.id) } })
  const api = useNewOrderForm({
    profile,
    initial,
    onSaved: (orderId, isSubmitted) => {
      if (isSubmitted) return toFile()
      const { from } = search
      void navigate({
        to: '/order/orderDetail',
        search: { orderId, type: 'waitingSubmit', customerId: who.id, ...(from && { from }) },
        replace: true,
      })
    },
  })
  const left = (): void => {
    if (search.from === 'order') void navigate({ to: '/order/index' })
    else toFile()
  }
  return (
    <NumbersOfFile customerId={who.id} masked={initial}>
      <OrderFormPage
        api={api}
        back={<OrderBack search={search} />}
        title={`新建订单 ${who.name}`}
        preferred={preferred}
        onLeft={left}
      />
    </NumbersOfFile>
  )
}
