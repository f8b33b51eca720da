import { ExclamationCircleOutlined } from '@ant-design/icons'
import { alertTexts, orderAlert, type OrderAlert } from '@showroom/contract/order/verify.rules'
import './alerts.css'

const isPressing: ReadonlySet<number> = new Set([orderAlert.deliveryPast, orderAlert.reviewLate])

/** Warnings about an order as chips; empty if there are none. */
export function OrderAlerts({ alerts }: { alerts: readonly number[] }) {
  if (alerts.length === 0) return null
  return (
    <span className="sr-order-alerts">
      {alerts.map((alert) => (
        <span key={alert} className={`sr-order-alert ${isPressing.has(alert) ? 'sr-order-alert-late' : ''}`}>
          <ExclamationCircleOutlined aria-hidden /> {alertTexts[alert as OrderAlert]}
        </span>
      ))}
    </span>
  )
}
