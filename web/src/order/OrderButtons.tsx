import type { CustomerProfile } from '@showroom/contract/customer/profile.schema'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { OrderActions } from './OrderActions'
import { OrderLink } from './OrderLink'
import './order.css'

const importList = () => import('./OrderListDialog')
const OrderListDialog = lazy(() => importList().then((module) => ({ default: module.OrderListDialog })))

interface OrderButtonsProps {
  profile: CustomerProfile
  /** The file is only to be looked at. */
  readOnly: boolean
}

/** Below the first order in the customer's file: what can be done with it, its own page, and the other orders. */
export function OrderButtons({ profile, readOnly }: OrderButtonsProps) {
  const [listing, setListing] = useState(false)
  const { order, orderTotal, customer, info } = profile
  if (!order) return null
  return (
    <div className="sr-order-buttons">
      {!readOnly && <OrderActions order={order} customerId={customer.id} />}
      {orderTotal > 1 && (
        <Button size="small" onPointerEnter={preload} onFocus={preload} onClick={() => setListing(true)}>
          更多订单
        </Button>
      )}
      <OrderLink order={order} customerId={customer.id} dealId={info.dealId} />
      {listing && (
        <Suspense>
          <OrderListDialog profile={profile} readOnly={readOnly} onClosed={() => setListing(false)} />
        </Suspense>
      )}
    </div>
  )
}

/** A failure shows when it is really opened. */
const preload = (): void => void importList().catch(() => undefined)
