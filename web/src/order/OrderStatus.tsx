import { useDictionaryText } from '../base/public'
import { toneOf } from './order.labels'
import './order.css'

/** An order's status. */
export function OrderStatus({ status }: { status: number }) {
  const statusText = useDictionaryText('orderStatusDics')
  return (
    <span className={`sr-order-status sr-order-status-${toneOf(status)}`}>
      {statusText(status) || '处理中'}
    </span>
  )
}
