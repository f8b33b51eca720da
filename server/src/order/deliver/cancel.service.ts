import { timelineType } from '@showroom/contract/customer/customer.rules'
import { lineLeft, orderStatus, orderTotals } from '@showroom/contract/order/order.rules'
import type { CancelReason } from '@showroom/contract/order/order.rules'
import { recordTimeline } from '../../customer/index.ts'
import type { Context } from '../../platform/http/handler.ts'
import { Refusal, refuseField } from '../../platform/refusal.ts'
import { returnLevel } from '../level.ts'
import * as repository from '../order.repository.ts'
import { lineText, sentence } from '../order.text.ts'
import { lockOrder, refuseStaleVersion } from '../lock.ts'
import { endSubmission, findDecision, submissionEnd } from '../form/submission.repository.ts'

interface Cancellation {
  readonly orderId: number
  readonly reason: CancelReason
  readonly remark: string
}

type Locked = Awaited<ReturnType<typeof lockOrder>>

/**
 * Cancels an order. Returns the versions of the order and of the customer. Cancelling the last order in progress returns the deal to its
 * previous level.
 */
export const cancelOrder = async (context: Context, form: Cancellation) =>
  cancelWhole(context, await lockOrder(context, form.orderId, 'cancel'), form)

async function cancelWhole(context: Context, { customer, order }: Locked, form: Cancellation) {
  const { db, session, now, catalogue } = context
  const reason = catalogue.display('orderCancelReasons', form.reason)
  const totals = orderTotals(order.depositFen, [])
  await endSubmission(db, session.scope, order.id, { outcome: submissionEnd.cancelled, now })
  const orderVersion = await repository.changeOrder(db, session.scope, order.id, {
    status: orderStatus.cancelled,
    cancelled_at: now,
    cancel_reason: form.reason,
    cancel_remark: form.remark,
    payment_amount_fen: totals.depositFen,
    total_amount_fen: totals.totalFen,
    // The decision about an earlier submission stands again.
    ...(order.status === orderStatus.submitted && (await findDecision(db, session.scope, order.id))),
  })
  const level = await returnLevel({ db, scope: session.scope, now }, customer, order.dealId)
  const file = await recordTimeline(context, customer, {
    type: timelineType.order,
    subject: '取消订单',
    content: sentence(
      `订单号：${order.orderNo}`,
      `取消原因：${reason}`,
      form.remark && `备注：${form.remark}`,
      level !== customer.level && `客户恢复为${level}级`,
    ),
    facts: {
      kind: 'order',
      said: form.remark,
      orderNo: order.orderNo,
      reason,
      level: level === customer.level ? '' : level,
    },
    level,
    dealId: order.dealId,
    orderId: order.id,
    orderStatus: orderStatus.cancelled,
  })
  return { ...file, orderId: order.id, orderVersion }
}

interface LineCancellation extends Cancellation {
  readonly subOrderNo: string
  /** Number of vehicles; 0 for all that remain in the line. */
  readonly count: number
  /** The order's version when the vehicles were counted; 0 skips the check. */
  readonly rowVersion: number
}

/**
 * Cancels a line of an approved order, or some of its vehicles, which no longer count from then on. Cancelling the last line cancels the
 * order. Returns the versions of the order and of the customer.
 */
export async function cancelLine(context: Context, form: LineCancellation) {
  const { db, session, catalogue } = context
  const { scope } = session
  const reason = catalogue.display('orderCancelReasons', form.reason)
  const locked = await lockOrder(context, form.orderId, 'cancelLine')
  const { customer, order } = locked
  // Two members who each cancel two of the same four vehicles mean the same two.
  refuseStaleVersion(order, form.rowVersion, '取消')
  const lines = await repository.listLiveLines(db, scope, order.id)
  const line = lines.find(({ subOrderNo }) => subOrderNo === form.subOrderNo)
  if (!line) throw new Refusal('ORDER_STATE', { text: '该子订单不存在或已取消' })
  const left = line.quantity - line.cancelled
  const count = form.count || left
  if (count > left) throw refuseField('INVALID', 'cancelSubCount', `该子订单最多可取消${left}台`)
  const rest = left - count
  if (rest > 0 && rest < line.vins.length)
    throw refuseField('INVALID', 'cancelSubCount', `该子订单已有${line.vins.length}台配车，不能只留${rest}台`)
  if (count === left && lines.length === 1) return cancelWhole(context, locked, form)
  const cancelled = line.cancelled + count
  const totals = orderTotals(
    order.depositFen,
    lines.map((one) => ({
      ...lineLeft(one.quantity, one === line ? cancelled : one.cancelled),
      priceFen: one.priceFen,
    })),
  )
  const { isCancelled } = lineLeft(line.quantity, cancelled)
  const orderVersion = await repository.cancelOfLine(
    db,
    scope,
    order.id,
    { id: line.id, cancelled, isCancelled },
    totals,
  )
  const vehicle = lineText({ ...line, quantity: count })
  const file = await recordTimeline(context, customer, {
    type: timelineType.order,
    subject: '取消子订单',
    content: sentence(
      `订单号：${line.subOrderNo}`,
      vehicle,
      `取消原因：${reason}`,
      form.remark && `备注：${form.remark}`,
    ),
    facts: {
      kind: 'order',
      said: form.remark,
      orderNo: line.subOrderNo,
      vehicle,
      reason,
    },
    dealId: order.dealId,
    orderId: order.id,
    orderStatus: order.status,
  })
  return { ...file, orderId: order.id, orderVersion }
}
