import { moneyText } from '@showroom/contract/kernel/money'
import { mayAct } from '@showroom/contract/customer/customer.rules'
import { orderStatus } from '@showroom/contract/order/order.rules'
import type { CustomerProfile } from '@showroom/contract/customer/profile.schema'
import { Button } from 'antd'
import { useSession } from '../../frame/session'
import { OrderButtons, OrderStatus } from '../../order/public'
import { formatDay } from '../../ui/day'
import { useOpenAction } from '../actionDialog'
import { stateOf } from '../customerState'
import './CustomerCard.css'

/** The customer's first order, the number of orders, and the actions on them. */
export function OrdersCard({ profile }: { profile: CustomerProfile }) {
  const openAction = useOpenAction()
  const rights = useSession()
  const { order, orderTotal } = profile
  return (
    <section className="sr-c-card sr-c-orders" aria-label="订车">
      <h2 className="sr-c-card-title">
        订车
        {orderTotal > 1 && <span className="sr-c-count">共{orderTotal}单</span>}
      </h2>
      {order ? (
        <>
          <p className="sr-c-order-head">
            <span className="sr-c-order-no">{order.orderNo}</span>
            <OrderStatus status={order.orderStatus} />
          </p>
          {order.modelDisplay && (
            <p className="sr-c-order-model" title={order.modelDisplay}>
              {order.modelDisplay}
            </p>
          )}
          <p className="sr-c-order-more">
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
        <div className="sr-c-order-first">
          <p className="sr-quiet">还没有订单</p>
          {openAction && mayAct('order', stateOf(profile), rights) && (
            <Button size="small" onClick={() => openAction('order')}>
              首次订车
            </Button>
          )}
        </div>
      )}
      <OrderButtons profile={profile} readOnly={!openAction} />
    </section>
  )
}
