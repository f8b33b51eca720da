import type { CustomerProfile } from '@showroom/contract/customer/profile.schema'
import { useDictionaryText } from '../base/public'
import { formatDay } from '../ui/day'
import './CustomerCard.css'

/** Statuses with a colour of their own: rejected, cancelled, and the ones that are through. */
const tones: Readonly<Record<number, string>> = { 6: 'bad', 8: 'plain', 14: 'good', 19: 'good' }

const yuan = new Intl.NumberFormat('zh-CN', { maximumFractionDigits: 2 })

/** The customer's first order, and how many there are. */
export function OrdersCard({ profile }: { profile: CustomerProfile }) {
  const statusText = useDictionaryText('orderStatusDics')
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
            <span className={`sr-c-status sr-c-status-${tones[order.orderStatus] ?? 'busy'}`}>
              {statusText(order.orderStatus) || '处理中'}
            </span>
          </p>
          {order.modelDisplay && (
            <p className="sr-c-order-model" title={order.modelDisplay}>
              {order.modelDisplay}
            </p>
          )}
          <p className="sr-c-order-more">
            <time dateTime={formatDay(order.createdAt)}>{formatDay(order.createdAt)}</time>
            <span>
              定金 <span className="sr-number">{yuan.format(order.paymentAmount)}</span> 元
            </span>
            {order.deliverDate > 0 && <span>预计交车 {formatDay(order.deliverDate)}</span>}
          </p>
        </>
      ) : (
        <p className="sr-c-none">还没有订单</p>
      )}
    </section>
  )
}
