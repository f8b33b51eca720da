import { useDictionaryText } from '../base/public'
import { toneOf } from './order.labels'
import './order.css'

/** How an order stands. */
export function OrderStatus({ status }: { status: number }) {
  const statusText = useDictionaryText('orderStatusDics')
  return (
    <span className={`sr-order-status sr-order-status-${toneOf(status)}`}>
      {statusText(status) || '处理中'}
    </span>
  )
}
