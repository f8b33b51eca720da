import type { BatchReassign, Reassign } from '@showroom/contract/customer/action.schema'
import { batchReassign as batchCall } from '@showroom/contract/customer/action.api'
import { mayAct, timelineType } from '@showroom/contract/customer/customer.rules'
import type { Flags } from '@showroom/contract/kernel/call'
import { noticeKind } from '@showroom/contract/notice/notice.rules'
import { notify } from '../../notice/index.ts'
import { audit } from '../../platform/auditing/audit.ts'
import { secondsOf } from '../../platform/clock.ts'
import { startOf } from '../../platform/db/conditions.ts'
import { actorOf } from '../../platform/http/handler.ts'
import type { Acting, Context } from '../../platform/http/handler.ts'
import { refuseField } from '../../platform/refusal.ts'
import { offerUndo } from '../../platform/undo/undo.ts'
import type { Inverse } from '../../platform/undo/undo.ts'
import { readStaying, reassignAll } from './assign.repository.ts'
import type { NewVersion } from './assign.repository.ts'
import { answerOf, lockThese } from '../bulk/many.ts'
import type { Attempt } from '../bulk/many.ts'
import { chooseOwner } from '../follow/plan.ts'
import { happened } from '../events.ts'
import { lockCustomer } from '../lock.ts'
import type { LockedCustomer } from '../lock.ts'
import type { Reach } from '../lock.repository.ts'
import { unchangedOf } from '../profile/unchanged.ts'

/** Reassigns customers and takes a reassignment back. Each one is audited, and the new owner receives a notice. */

/** A customer that was reassigned, with its previous owner. */
export interface Given extends NewVersion {
  readonly ownerId: number
}

/** A reassignment that can be taken back: its action, the new owner, and each customer with its previous owner. */
export interface UndoReassign {
  readonly action: 'reassign' | 'batchReassign'
  readonly memberId: number
  readonly customers: readonly Given[]
}

/** New owner, and the remark of the form. */
interface Heir {
  readonly memberId: number
  readonly memberName: string
  readonly remark: string
}

/** Reassigns a customer, with the open activity, to another member. */
export async function reassign(context: Context, form: Reassign) {
  const { memberId, remark } = form
  const customer = await lockCustomer(context, form.customerId, { action: 'reassign', dealId: form.dealId })
  const memberName = await chooseOwner(context, memberId)
  if (memberId === customer.ownerId)
    throw refuseField('MEMBER_UNAVAILABLE', 'memberId', '该客户已由所选客户经理负责')
  const given = await give(context, [customer], { memberId, memberName, remark })
  await audit(context, 'handover', `customer:${customer.customerId}`, { toMemberId: memberId })
  await notifyOwner(context, memberId, {
    text: `将客户${customer.name}分配给您`,
    customerId: customer.customerId,
  })
  const undoId = await offerUndo(context, 'reassign', { action: 'reassign', memberId, customers: given })
  return { rowVersion: customer.rowVersion + 1, ownerName: memberName, undoId }
}

/** Reassigns up to 500 customers to one member. Returns how many succeeded and why each of the others did not. */
export async function batchReassign(context: Context, form: BatchReassign) {
  const attempt = await giveMany(context, form.customerIds, form)
  return answerOf(context, attempt, await endGiving(context, attempt.done, form.memberId))
}

/** Reassigns those of the customers that the member sees and whose state allows it. */
export async function giveMany(
  context: Acting,
  customerIds: readonly number[],
  { memberId, remark }: { readonly memberId: number; readonly remark: string },
): Promise<Attempt<Given>> {
  const { flags } = context.session
  const memberName = await chooseOwner(context, memberId, flags.canResign || flags.allowFront)
  const whyNot = ({ state }: LockedCustomer): string | undefined => {
    if (state.level === 'F') return '已战败'
    if (state.waitingFailReview) return '战败待审核'
    return mayAct('batchReassign', state, atDesk(flags)) ? undefined : '没有权限'
  }
  const { found, left } = await lockThese(context, customerIds, whyNot, reachOf(context))
  // The new owner's own customers are as wanted: neither changed nor failed.
  const others = found.filter(({ ownerId }) => ownerId !== memberId)
  const done = await give(context, others, { memberId, memberName, remark })
  if (done.length > 0)
    await audit(context, 'handover', undefined, {
      customerIds: done.map(({ customerId }) => customerId),
      toMemberId: memberId,
    })
  return { done, left }
}

/** Flags with the front desk's right to reassign, which equals `allowAssign`. */
const atDesk = (flags: Flags): Flags => ({ ...flags, allowAssign: flags.allowAssign || flags.allowFront })

/**
 * Returns which customers may be reassigned: seen ones; at the front desk those who came today, since their owner may be away, plus seen
 * ones if the member has `allowAssign`.
 */
function reachOf({ session, now }: Acting): Reach {
  const { allowAssign, allowFront } = session.flags
  return allowFront ? { cameSince: startOf(secondsOf(now)), orSeen: allowAssign } : 'seen'
}

/** Sends the new owner one notice for all customers and offers an undo. Returns the undo id, 0 if no customer was reassigned. */
export async function endGiving(
  context: Acting,
  customers: readonly Given[],
  memberId: number,
): Promise<number> {
  if (customers.length === 0) return 0
  await notifyOwner(context, memberId, { text: `将${customers.length}位客户分配给您` })
  return offerUndo(context, 'reassign', { action: 'batchReassign', memberId, customers })
}

async function give(
  context: Acting,
  customers: readonly LockedCustomer[],
  { memberId, memberName, remark }: Heir,
): Promise<Given[]> {
  if (customers.length === 0) return []
  const { db, session, now } = context
  const owners = new Map(customers.map(({ customerId, ownerId }) => [customerId, ownerId]))
  const versions = await reassignAll(db, session.scope, {
    given: customers.map(({ customerId }) => ({ customerId, memberId, memberName })),
    type: timelineType.reassigned,
    subject: '再分配',
    by: session.memberName,
    remark,
    now,
  })
  await happened(context, 'ownerChanged', { customerIds: [...owners.keys()] })
  return versions.map((one) => ({ ...one, ownerId: owners.get(one.customerId) ?? 0 }))
}

/** Returns each customer to its previous owner, even if the actor no longer sees it. Keeps customers whose previous owner has left. */
export const undoReassign: Inverse<UndoReassign> = {
  of: batchCall,
  async run(context, { action, memberId, customers }) {
    const { db, session, now } = context
    const unchanged = await unchangedOf(context, customers, {
      action,
      reach: 'store',
      ...(action === 'batchReassign' && { by: atDesk(session.flags) }),
    })
    const names = await readStaying(
      db,
      session.scope,
      unchanged.map(({ ownerId }) => ownerId),
    )
    const back = unchanged.flatMap(({ customerId, ownerId, name }) => {
      const memberName = names.get(ownerId)
      return memberName === undefined ? [] : [{ customerId, name, memberId: ownerId, memberName }]
    })
    const customerIds = back.map(({ customerId }) => customerId)
    if (back.length > 0) {
      await reassignAll(db, session.scope, {
        given: back,
        type: timelineType.undone,
        subject: '撤销再分配',
        by: session.memberName,
        remark: '',
        now,
      })
      await happened(context, 'ownerChanged', { customerIds })
      await audit(context, 'undo-handover', undefined, { customerIds, fromMemberId: memberId })
      const [first] = back
      const whom = first && back.length === 1 ? `客户${first.name}` : `${back.length}位客户`
      await notifyOwner(context, memberId, { text: `撤销了分配给您的${whom}` })
    }
    return { undoneTotal: back.length, keptTotal: customers.length - back.length }
  },
}

/** Sends the new owner a notice, unless that is the acting member. */
export async function notifyOwner(
  context: Acting,
  memberId: number,
  { text, customerId }: { text: string; customerId?: number },
): Promise<void> {
  const { session } = context
  if (memberId === session.memberId) return
  const content = `${session.memberName}${text}`
  await notify(actorOf(context), [
    { memberId, kind: noticeKind.other, text: content, ...(customerId && { customerId }) },
  ])
}
