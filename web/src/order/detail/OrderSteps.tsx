import { CheckOutlined, CloseOutlined } from '@ant-design/icons'
import { formatMinute } from '../../ui/day'
import type { OrderStep } from './order.steps'

/** Progress bar of the order, with the time of each step. */
export const OrderSteps = ({ steps }: { steps: readonly OrderStep[] }) => (
  <ol className="sr-o-steps" aria-label="订单进度">
    {steps.map((step, index) => (
      <li
        key={step.title}
        className="sr-o-step"
        data-state={step.state}
        {...((step.state === 'now' || step.state === 'ended') && { 'aria-current': 'step' as const })}
      >
        <span className="sr-o-step-mark" aria-hidden>
          {markOf(step, index)}
        </span>
        <span className="sr-o-step-text">
          <span className="sr-o-step-title">{step.title}</span>
          {step.at > 0 && <time className="sr-o-step-at">{formatMinute(step.at)}</time>}
        </span>
      </li>
    ))}
  </ol>
)

function markOf({ state }: OrderStep, index: number) {
  if (state === 'done') return <CheckOutlined />
  if (state === 'ended') return <CloseOutlined />
  return index + 1
}
