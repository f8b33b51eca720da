import type { Level } from '@showroom/contract/customer/level.rules'
import { lineLeft, orderStatus, orderTotals } from '@showroom/contract/order/order.rules'
import type { CustomerRow } from '../../customer/index.ts'
import type { Actor } from '../../platform/live/events.ts'
import { returnLevel } from '../level.ts'
import * as repository from './maker.repository.ts'
import type { CancelledVehicles, MovingOrder } from './maker.steps.ts'

/**
 * Handles vehicles that the maker cancels. The rest of the order still counts. An order without vehicles left is cancelled as if a member
 * had done it.
 */

/** 其他. The reason's text names the maker. */
const reason = 'qxyy07'
const reasonText = '厂家取消'

const isCancelled = ({ status }: MovingOrder): boolean => status === orderStatus.cancelled

/** Writes the sums of the remaining vehicles before the orders move, because a delivery keeps them. */
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
    await repository.completeCancelled(db, scope, order.id, {
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

/** After the orders have moved, restores the levels of deals that no order keeps at O. */
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

/** Returns a function that describes cancelled vehicles by their catalogue names. */
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
