import { useDictionary, useDictionaryText } from '../base/public'
import { toneOf } from './order.labels'
import './order.css'

/** An order's status; nothing until the statuses are loaded. */
export function OrderStatus({ status }: { status: number }) {
  const isKnown = useDictionary('orderStatusDics').length > 0
  const statusText = useDictionaryText('orderStatusDics')
  if (!isKnown) return null
  return (
    <span className={`sr-order-status sr-order-status-${toneOf(status)}`}>
      {statusText(status) || '处理中'}
    </span>
  )
}
