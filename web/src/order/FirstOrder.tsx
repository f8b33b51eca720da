import { moneyText } from '@showroom/contract/kernel/money'
import { mayAct } from '@showroom/contract/customer/customer.rules'
import { orderStatus } from '@showroom/contract/order/order.rules'
import type { CustomerProfile } from '@showroom/contract/customer/profile.schema'
import { Button } from 'antd'
import { stateOf, useOpenAction } from '../customer/public'
import { useSession } from '../frame/session'
import { formatDay } from '../ui/day'
import { OrderButtons } from './OrderButtons'
import { OrderStatus } from './OrderStatus'
import './order.css'

/** The customer's first order, and the actions on it and the others. */
export function FirstOrder({ profile }: { profile: CustomerProfile }) {
  const openAction = useOpenAction()
  const rights = useSession()
  const { order } = profile
  return (
    <div className="sr-order-first">
      {order ? (
        <>
          <p className="sr-order-first-head">
            <span className="sr-order-first-no">{order.orderNo}</span>
            <OrderStatus status={order.orderStatus} />
          </p>
          {order.modelDisplay && (
            <p className="sr-order-first-model" title={order.modelDisplay}>
              {order.modelDisplay}
            </p>
          )}
          <p className="sr-order-first-more">
            <time dateTime={formatDay(order.createdAt)}>{formatDay(order.createdAt)}</time>
            <span>
              定金 <span className="sr-number">{moneyText(order.paymentAmount)}</span>
            </span>
            {order.orderStatus === orderStatus.cancelled && (
              <span>
                原定金 <span className="sr-number">{moneyText(order.originalPayment)}</span>
              </span>
            )}
            {order.deliverDate > 0 && <span>预计交车 {formatDay(order.deliverDate)}</span>}
          </p>
        </>
      ) : (
        <div className="sr-order-first-none">
          <p className="sr-quiet">还没有订单</p>
          {openAction && mayAct('order', stateOf(profile), rights) && (
            <Button size="small" onClick={() => openAction('order')}>
              首次订车
            </Button>
          )}
        </div>
      )}
      <OrderButtons profile={profile} readOnly={!openAction} />
    </div>
  )
}
