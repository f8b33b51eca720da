import type { CustomerProfile } from '@showroom/contract/customer/profile.schema'
import { Button } from 'antd'
import { useState } from 'react'
import { lazyDialog } from '../ui/lazyDialog'
import { OrderActions } from './OrderActions'
import { OrderLink } from './OrderLink'
import './order.css'

const OrderListDialog = lazyDialog(() => import('./OrderListDialog').then((module) => module.OrderListDialog))

interface OrderButtonsProps {
  profile: CustomerProfile
  /** True if the file is read-only. */
  readOnly: boolean
}

/** Below the first order in the customer's file: its actions, a link to its page, and the other orders. */
export function OrderButtons({ profile, readOnly }: OrderButtonsProps) {
  const [listing, setListing] = useState(false)
  const { order, orderTotal, customer, info } = profile
  if (!order) return null
  return (
    <div className="sr-order-buttons">
      {!readOnly && <OrderActions order={order} customerId={customer.id} />}
      {orderTotal > 1 && (
        <Button
          size="small"
          onPointerEnter={OrderListDialog.preload}
          onFocus={OrderListDialog.preload}
          onClick={() => setListing(true)}
        >
          更多订单
        </Button>
      )}
      <OrderLink order={order} customerId={customer.id} dealId={info.dealId} />
      {listing && (
        <OrderListDialog profile={profile} readOnly={readOnly} onClosed={() => setListing(false)} />
      )}
    </div>
  )
}
