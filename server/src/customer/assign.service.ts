import type { BatchReassign, Reassign } from '@showroom/contract/customer/action.schema'
import { mayAct, timelineType } from '@showroom/contract/customer/customer.rules'
import { noticeKind } from '@showroom/contract/notice/notice.rules'
import { notify } from '../notice/index.ts'
import { audit } from '../platform/audit.ts'
import type { Context } from '../platform/http/handler.ts'
import { refuseField } from '../platform/refusal.ts'
import { giveOpenActivity } from './activity.repository.ts'
import { reassignAll } from './assign.repository.ts'
import { changeDeal } from './customer.repository.ts'
import { chooseOwner } from './plan.ts'
import { happened } from './happenings.ts'
import { lockCustomer, lockCustomers } from './lock.ts'
import { recordTimeline } from './timeline.ts'

/** Handing customers over. Each handover is audited, and the new owner is told. */

/** Gives a customer, with the open activity, to another member. */
export async function reassign(context: Context, form: Reassign) {
  const { db, session } = context
  const customer = await lockCustomer(context, form.customerId, { action: 'reassign', dealId: form.dealId })
  const name = await chooseOwner(context, form.memberId)
  if (form.memberId === customer.ownerId)
    throw refuseField('MEMBER_UNAVAILABLE', 'memberId', '该客户已由所选客户经理负责')
  await changeDeal(db, session.scope, customer.dealId, { owner_id: form.memberId })
  await giveOpenActivity(db, session.scope, customer.dealId, form.memberId)
  await happened(context, 'ownerChanged', { customerIds: [customer.customerId] })
  await audit(context, 'handover', `customer:${customer.customerId}`, { toMemberId: form.memberId })
  await notifyOwner(context, form.memberId, { what: `客户${customer.name}`, customerId: customer.customerId })
  const note = form.remark && `；备注：${form.remark}`
  return recordTimeline(context, customer, {
    type: timelineType.reassigned,
    subject: '再分配',
    content: `客户经理：${customer.ownerName} → ${name}${note}`,
  })
}

/** Gives up to 500 customers to one member, and tells how many. Those out of sight, or whose state does not allow it, are left alone. */
export async function batchReassign(context: Context, form: BatchReassign) {
  const { db, session, now } = context
  const name = await chooseOwner(context, form.memberId)
  const customers = await lockCustomers(context, form.customerIds)
  const customerIds = [...customers.values()]
    .filter(
      ({ state, ownerId }) => ownerId !== form.memberId && mayAct('batchReassign', state, session.flags),
    )
    .map(({ customerId }) => customerId)
  if (customerIds.length > 0) {
    await reassignAll(db, session.scope, {
      customerIds,
      memberId: form.memberId,
      memberName: name,
      by: session.memberName,
      note: form.remark && `；备注：${form.remark}`,
      now,
    })
    await happened(context, 'ownerChanged', { customerIds })
    await audit(context, 'handover', undefined, { customerIds, toMemberId: form.memberId })
    await notifyOwner(context, form.memberId, { what: `${customerIds.length}位客户` })
  }
  return { successTotal: customerIds.length }
}

/** Nobody has to be told of what they took themselves. */
async function notifyOwner(
  context: Context,
  memberId: number,
  { what, customerId }: { what: string; customerId?: number },
): Promise<void> {
  const { session } = context
  if (memberId === session.memberId) return
  const text = `${session.memberName}将${what}分配给您`
  await notify(context, [{ memberId, kind: noticeKind.other, text, ...(customerId && { customerId }) }])
}
