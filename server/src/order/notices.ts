import { noticeKind } from '@showroom/contract/notice/notice.rules'
import type { LockedCustomer } from '../customer/index.ts'
import { notify } from '../notice/index.ts'
import { actorOf } from '../platform/http/handler.ts'
import type { Context } from '../platform/http/handler.ts'
import { listReviewers } from './notices.repository.ts'

/** Notices about orders. */

interface OrderNotice {
  readonly id: number
  readonly orderNo: string
}

/** Notifies all reviewers, except the submitter, that an order waits for review. */
export async function notifyReviewers(
  context: Context,
  { customerId, name }: LockedCustomer,
  { id, orderNo }: OrderNotice,
): Promise<void> {
  const { db, session } = context
  const reviewers = await listReviewers(db, session.scope)
  await notify(
    actorOf(context),
    reviewers
      .filter((memberId) => memberId !== session.memberId)
      .map((memberId) => ({
        memberId,
        kind: noticeKind.orderSubmitted,
        text: `${session.memberName}提交了${name}的订单 ${orderNo}，请审核`,
        customerId,
        orderId: id,
      })),
  )
}

/** Notifies the customer's owner of a reviewer's decision. */
export async function notifyOwner(
  context: Context,
  { customerId, name, ownerId, isOwnerAtWork }: LockedCustomer,
  { id, orderNo }: OrderNotice,
  decision: string,
): Promise<void> {
  if (ownerId === context.session.memberId || !isOwnerAtWork) return
  const text = `${name}的订单 ${orderNo} ${decision}`
  await notify(actorOf(context), [
    { memberId: ownerId, kind: noticeKind.orderDecided, text, customerId, orderId: id },
  ])
}
