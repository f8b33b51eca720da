import * as customer from '@showroom/contract/customer/customer.api'
import type { CustomerProfile } from '@showroom/contract/customer/profile.schema'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { queryOf } from '../../api/query'
import { stateOf, whyNoDelivery, whyNoFollow } from '../../customer/public'
import { lazyDialog } from '../../ui/lazyDialog'
import { notice } from '../../ui/notice'
import type { OrderActionDialogProps } from '../orderAction'

const DeliverDialog = lazyDialog(() => import('../DeliverDialog').then((module) => module.DeliverDialog))
const OrderFollowDialog = lazyDialog(() =>
  import('../OrderFollowDialog').then((module) => module.OrderFollowDialog),
)

/** 交车, with the order's own car preselected. */
export const DeliverFromOrder = ({ order, ...rest }: OrderActionDialogProps) => (
  <WithFile whyNot={whyNoDelivery} {...rest}>
    {(profile) => <DeliverDialog profile={profile} orderId={order.id} onClosed={rest.onClosed} />}
  </WithFile>
)

/** 订车回访. */
export const FollowFromOrder = (props: OrderActionDialogProps) => (
  <WithFile whyNot={whyNoFollow} {...props}>
    {(profile) => <OrderFollowDialog profile={profile} onClosed={props.onClosed} />}
  </WithFile>
)

interface WithFileProps extends Pick<OrderActionDialogProps, 'customerId' | 'onClosed'> {
  whyNot: typeof whyNoFollow
  children: (profile: CustomerProfile) => ReactNode
}

/** Opens a dialog that acts on the customer, with the customer's file freshly loaded. */
function WithFile({ customerId, ...props }: WithFileProps) {
  const { data, isFetchedAfterMount } = useQuery({ ...queryOf(customer.get, { customerId }), staleTime: 0 })
  // A cached file may be outdated, so it is not used.
  if (!isFetchedAfterMount) return null
  if (!data) return <Closed text="客户资料载入失败，请重试" onClosed={props.onClosed} />
  return <OnFile profile={data} {...props} />
}

interface OnFileProps extends Omit<WithFileProps, 'customerId'> {
  profile: CustomerProfile
}

function OnFile({ profile, whyNot, children, onClosed }: OnFileProps) {
  // Decided once, so that later changes of the customer do not discard the user's input.
  const [barred] = useState(() => whyNot(stateOf(profile)))
  return barred ? <Closed text={barred} onClosed={onClosed} /> : children(profile)
}

/** Shows the reason as an error and opens no dialog. */
function Closed({ text, onClosed }: Pick<WithFileProps, 'onClosed'> & { text: string }) {
  useEffect(() => {
    notice.error(text)
    onClosed()
  }, [text, onClosed])
  return null
}
