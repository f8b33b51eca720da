import type { AuditAction } from '@showroom/contract/kernel/audit'
import { timelineType } from '@showroom/contract/customer/customer.rules'
import { orderStatus } from '@showroom/contract/order/order.rules'
import type { ConfirmOrder, RejectOrder } from '@showroom/contract/order/order.schema'
import { changeDeal, happened, recordTimeline } from '../../customer/index.ts'
import { writeAudit } from '../../platform/auditing/audit.ts'
import type { Context } from '../../platform/http/handler.ts'
import * as repository from '../order.repository.ts'
import { orderedColumns } from '../level.ts'
import { lockOrder, refuseStaleVersion } from '../lock.ts'
import { notifyOwner } from '../notices.ts'
import { endSubmission, restoreSubmitted, submissionEnd } from '../form/submission.repository.ts'

/** Approves an order and moves the deal to level O. */
export async function confirmOrder(context: Context, { orderId, rowVersion }: ConfirmOrder) {
  const { db, session, now } = context
  const { customer, order } = await lockOrder(context, orderId, 'review', 'order')
  refuseStaleVersion(order, rowVersion, '审核')
  await repository.changeOrder(db, session.scope, order.id, {
    status: orderStatus.approved,
    reviewed_at: now,
    reviewed_by: session.memberId,
    approved_owner_id: customer.ownerId,
    // An order that came with a merge joins the current deal.
    deal_id: customer.dealId,
  })
  await changeDeal(db, session.scope, customer.dealId, {
    level: 'O',
    // A second order keeps the level recorded by the first one.
    ...(customer.level !== 'O' && { level_before: customer.level }),
    ...orderedColumns(order, now),
  })
  await endSubmission(db, session.scope, order.id, { outcome: submissionEnd.approved, now })
  await notifyOwner(context, customer, order, '已审核通过')
  await happened(context, 'ordered', {
    customerId: customer.customerId,
    orderId: order.id,
    orderNo: order.orderNo,
  })
  await auditReview(context, 'order-confirm', order.id)
  return recordTimeline(context, customer, {
    type: timelineType.order,
    subject: '订车',
    content: `订单号：${order.orderNo}；审核通过`,
    facts: { kind: 'order', orderNo: order.orderNo },
    level: 'O',
    orderId: order.id,
    orderStatus: orderStatus.approved,
  })
}

/** Rejects an order, to be corrected or cancelled. */
export async function rejectOrder(context: Context, form: RejectOrder) {
  const { db, session, now } = context
  const { customer, order } = await lockOrder(context, form.orderId, 'review')
  refuseStaleVersion(order, form.rowVersion, '审核')
  await restoreSubmitted(db, session.scope, order.id)
  const end = { outcome: submissionEnd.rejected, reason: form.reason, now }
  await endSubmission(db, session.scope, order.id, end)
  await notifyOwner(context, customer, order, `被驳回：${form.reason}`)
  await repository.changeOrder(db, session.scope, order.id, {
    status: orderStatus.rejected,
    reviewed_at: now,
    reviewed_by: session.memberId,
    reject_reason: form.reason,
  })
  await auditReview(context, 'order-reject', order.id)
  return recordTimeline(context, customer, {
    type: timelineType.order,
    subject: '订单驳回',
    content: `订单号：${order.orderNo}；驳回原因：${form.reason}`,
    facts: { kind: 'order', said: form.reason, orderNo: order.orderNo },
    dealId: order.dealId,
    orderId: order.id,
    orderStatus: orderStatus.rejected,
  })
}

const auditReview = (
  { db, session, now, ip }: Context,
  action: AuditAction,
  orderId: number,
): Promise<void> =>
  writeAudit(db, {
    dealerId: session.dealerId,
    accountId: session.accountId,
    memberId: session.memberId,
    action,
    record: `order:${orderId}`,
    ip,
    at: now,
  })
