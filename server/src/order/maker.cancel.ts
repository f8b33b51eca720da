import type { Level } from '@showroom/contract/customer/customer.rules'
import { lineLeft, orderStatus, orderTotals } from '@showroom/contract/order/order.rules'
import type { CustomerRow } from '../customer/index.ts'
import type { Actor } from '../platform/happenings.ts'
import { returnLevel } from './level.ts'
import * as repository from './maker.repository.ts'
import type { CancelledVehicles, MovingOrder } from './maker.steps.ts'

/** The maker will not build what was ordered: what is left of an order counts, and without anything left it is as if somebody had cancelled it. */

/** 其他, of the reasons that there are: the words say whose it is. */
const reason = 'qxyy07'
const reasonText = '厂家取消'

const isCancelled = ({ status }: MovingOrder): boolean => status === orderStatus.cancelled

/** Writes the sums of what is left, before the orders move: a delivery keeps them. */
export async function writeCancellations(
  { db, scope, now }: Actor,
  moved: readonly MovingOrder[],
): Promise<void> {
  for (const moving of moved) {
    const { order, lines, passed } = moving
    const last = passed.findLast(({ cancelled }) => cancelled)
    if (!last) continue
    const { depositFen, totalFen } = orderTotals(
      order.depositFen,
      lines.map(({ quantity, cancelled, priceFen }) => ({ ...lineLeft(quantity, cancelled), priceFen })),
    )
    await repository.settleCancelled(db, scope, order.id, {
      payment_amount_fen: depositFen,
      total_amount_fen: totalFen,
      ...(isCancelled(moving) && {
        cancelled_at: now,
        cancel_reason: reason,
        cancel_remark: [reasonText, last.step.remark].filter(Boolean).join('：'),
      }),
    })
  }
}

/** Once the orders have moved: the levels of deals that no order holds at O any longer. */
export async function returnLevels(
  by: Actor,
  moved: readonly MovingOrder[],
  customerOf: (moving: MovingOrder) => CustomerRow,
): Promise<ReadonlyMap<number, Level>> {
  const levels = new Map<number, Level>()
  for (const moving of moved.filter(isCancelled)) {
    const { dealId } = moving.order
    if (!levels.has(dealId)) levels.set(dealId, await returnLevel(by, customerOf(moving), dealId))
  }
  return levels
}

/** Words for vehicles that were cancelled: what they were, as the catalogue calls them. */
export async function cancelledVehicles(
  { db, scope }: Actor,
  moved: readonly MovingOrder[],
): Promise<(cancelled: CancelledVehicles) => string> {
  const ids = moved.flatMap(({ passed }) => passed.flatMap(({ cancelled }) => cancelled?.lineId ?? []))
  const lines = ids.length > 0 ? await repository.nameLines(db, scope, ids) : []
  const byId = new Map(lines.map((line) => [line.id, line]))
  return ({ lineId, count }) => {
    const line = byId.get(lineId)
    return line ? `${line.seriesName} ${line.modelName}（${line.color}）${count}台` : `${count}台`
  }
}
