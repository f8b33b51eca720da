import { gapLabels, gapsOf } from '@showroom/contract/order/complete.rules'
import type { OrderDetail } from '@showroom/contract/order/detail.schema'
import { type NextActor, nextStepOf } from '@showroom/contract/order/next.rules'
import { orderCan, orderStatus as status } from '@showroom/contract/order/order.rules'
import { Button } from 'antd'
import { useSession } from '../../frame/session'
import { completionOf } from '../order.labels'
import { waitedText } from '../verify/verify.labels'

interface OrderNextProps {
  order: OrderDetail
  /** Opens the dialog for what the order lacks; undefined if the member may not submit it. */
  onFill: (() => void) | undefined
}

/** Below the step bar: the next step and its actor, the gaps of the order, and the steps that follow. */
export function OrderNext({ order, onFill }: OrderNextProps) {
  const next = nextStepOf(order.orderStatus)
  const nameOf = useActor(order)
  if (!next) return null
  const gaps = orderCan.submit(order.orderStatus) ? gapsOf(completionOf(order)) : []
  const since = waitsSince(order)
  return (
    <section className="sr-o-next" aria-label="接下来">
      <p>
        <span className="sr-quiet">接下来</span>
        <strong>{next.text}</strong>
        <span>（{nameOf(next.actor)}）</span>
        {since > 0 && <span className="sr-quiet">已等{waitedText(since)}</span>}
      </p>
      {gaps.length > 0 && (
        <p className="sr-o-next-gaps">
          还缺 {gaps.map((gap) => gapLabels[gap]).join('、')}
          {onFill && (
            <Button size="small" onClick={onFill}>
              填写
            </Button>
          )}
        </p>
      )}
      {next.after.length > 0 && <p className="sr-o-next-after sr-quiet">之后 {next.after.join(' → ')}</p>}
    </section>
  )
}

/** Names the actor of a step for the member on the page. */
function useActor({ ownerId, ownerName }: OrderDetail): (actor: NextActor) => string {
  const { profile, allowOrderVerify } = useSession()
  const names: Readonly<Record<NextActor, string>> = {
    owner: ownerId === profile.memberId ? '您' : ownerName,
    reviewer: allowOrderVerify ? '您' : '管理层',
    maker: '厂家',
  }
  return (actor) => names[actor]
}

/** Time since which the order waits for its review, or for its car; 0 if it waits for neither. */
function waitsSince({ orderStatus, submittedAt, auditTime }: OrderDetail): number {
  if (orderStatus === status.submitted) return submittedAt
  return nextStepOf(orderStatus)?.actor === 'maker' ? auditTime : 0
}
