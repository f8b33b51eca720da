import * as customer from '@showroom/contract/customer/customer.api'
import type { CustomerProfile } from '@showroom/contract/customer/profile.schema'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { queryOf } from '../../api/query'
import { lazyDialog } from '../../ui/lazyDialog'
import { notice } from '../../ui/notice'
import type { OrderActionDialogProps } from '../orderAction'

const DeliverDialog = lazyDialog(() => import('../DeliverDialog').then((module) => module.DeliverDialog))
const OrderFollowDialog = lazyDialog(() =>
  import('../OrderFollowDialog').then((module) => module.OrderFollowDialog),
)

/** 交车, with the order's own car chosen. */
export const DeliverFromOrder = ({ order, ...rest }: OrderActionDialogProps) => (
  <WithFile {...rest}>
    {(profile) => <DeliverDialog profile={profile} orderId={order.id} onClosed={rest.onClosed} />}
  </WithFile>
)

/** 订车回访. */
export const FollowFromOrder = (props: OrderActionDialogProps) => (
  <WithFile {...props}>
    {(profile) => <OrderFollowDialog profile={profile} onClosed={props.onClosed} />}
  </WithFile>
)

interface WithFileProps extends Pick<OrderActionDialogProps, 'customerId' | 'onClosed'> {
  children: (profile: CustomerProfile) => ReactNode
}

/** These two are actions on the customer: they stand on the file as it is now. */
function WithFile({ customerId, onClosed, children }: WithFileProps) {
  const { data, error } = useQuery({ ...queryOf(customer.get, { customerId }), staleTime: 0 })
  useEffect(() => {
    if (!error) return
    notice.error('客户资料载入失败，请重试')
    onClosed()
  }, [error, onClosed])
  return data ? children(data) : null
}
