import { timelineType } from '@showroom/contract/customer/customer.rules'
import type { FieldError } from '@showroom/contract/kernel/errors'
import { completionProblems, fillGaps, gapsOf } from '@showroom/contract/order/complete.rules'
import type { Completion } from '@showroom/contract/order/complete.rules'
import { formProblems } from '@showroom/contract/order/form.schema'
import type { OrderForm } from '@showroom/contract/order/form.schema'
import { orderStatus } from '@showroom/contract/order/order.rules'
import { happened, recordTimeline } from '../../customer/index.ts'
import type { Context } from '../../platform/http/handler.ts'
import { refuseField, refuseAll } from '../../platform/refusal.ts'
import { columnsOf } from './form.ts'
import { lockOrder } from '../lock.ts'
import { notifyReviewers } from '../notices.ts'
import { changeOrder } from '../order.repository.ts'
import { checkFields, refuseBlockedBuyer, withOwnNumbers } from './save.check.ts'
import { completeBuyer, getBuyer, getForm } from './save.repository.ts'
import {
  endSubmission,
  findDecision,
  insertSubmission,
  restoreSubmitted,
  submissionEnd,
} from './submission.repository.ts'

/** Submits an order for review and withdraws it. Both return the versions of the order and of the customer. */

interface Submission {
  readonly orderId: number
  /** Values for what the order lacks. */
  readonly buyer?: Completion | undefined
}

/** Submits an order. It can no longer be edited, and a copy of it is stored. */
export async function submitOrder(context: Context, { orderId, buyer }: Submission) {
  const { db, session, now } = context
  const { scope } = session
  const { customer, order } = await lockOrder(context, orderId, 'submit', 'order')
  const form = await completeForm(context, { orderId: order.id, customerId: customer.customerId }, buyer)
  await refuseBlockedBuyer(context, customer, form)
  await insertSubmission(db, scope, order.id, now)
  const orderVersion = await changeOrder(db, scope, order.id, {
    status: orderStatus.submitted,
    submitted_at: now,
    reviewed_at: null,
    reject_reason: '',
  })
  const file = await recordTimeline(context, customer, {
    type: timelineType.order,
    subject: '提交订单',
    content: `订单号：${order.orderNo}；已提交审批`,
    facts: { kind: 'order', orderNo: order.orderNo },
    orderId: order.id,
    orderStatus: orderStatus.submitted,
  })
  await notifyReviewers(context, customer, order)
  await happened(context, 'orderSubmitted', {
    customerId: customer.customerId,
    orderId: order.id,
    orderNo: order.orderNo,
  })
  return { ...file, orderId: order.id, orderVersion }
}

/** Stores the values that the order lacks and returns its form. Refuses an order with gaps, and values that leave one or are wrong. */
async function completeForm(
  context: Context,
  { orderId, customerId }: { orderId: number; customerId: number },
  given: Completion | undefined,
): Promise<OrderForm> {
  const { db, session } = context
  const { form } = await getForm(db, session.scope, orderId)
  if (!given) refuseHalfAddress(form)
  const gaps = gapsOf(form)
  if (gaps.length === 0) return form
  const own = given && withOwnNumbers(given, await getBuyer(db, session.scope, customerId))
  const filled = own ? fillGaps(gaps, own) : {}
  const completed = { ...form, ...filled }
  const atField = ({ path, text }: FieldError): FieldError => ({ path: `buyer.${path}`, text })
  refuseAll(completionProblems(form.customerType, gaps, own ?? form).map(atField))
  refuseAll(checkFields(context, completed, (field) => field in filled).map(atField))
  await completeBuyer(db, session.scope, orderId, columnsOf(completed))
  return completed
}

/** A quick order has the customer's address, which may lack its region. */
function refuseHalfAddress(form: OrderForm): void {
  const problem = formProblems(form).find(({ path }) => path === 'address')
  if (problem) throw refuseField('INVALID', 'address', problem.text)
}

/** Returns an order to its consultant before it is reviewed, as it was submitted. */
export async function withdrawOrder(context: Context, { orderId }: { orderId: number }) {
  const { db, session, now } = context
  const { scope } = session
  const { customer, order } = await lockOrder(context, orderId, 'withdraw')
  await restoreSubmitted(db, scope, order.id)
  await endSubmission(db, scope, order.id, { outcome: submissionEnd.withdrawn, now })
  const orderVersion = await changeOrder(db, scope, order.id, {
    status: orderStatus.waitingSubmit,
    submitted_at: null,
    ...(await findDecision(db, scope, order.id)),
  })
  const file = await recordTimeline(context, customer, {
    type: timelineType.order,
    subject: '撤回订单',
    content: `订单号：${order.orderNo}；撤回到待提交`,
    facts: { kind: 'order', orderNo: order.orderNo },
    orderId: order.id,
    orderStatus: orderStatus.waitingSubmit,
  })
  return { ...file, orderId: order.id, orderVersion }
}
