import { adminRoles } from '@showroom/contract/access/access.rules'
import { noticeKind } from '@showroom/contract/notice/notice.rules'
import { sql } from 'kysely'
import type { LockedCustomer } from '../customer/index.ts'
import { notify } from '../notice/index.ts'
import type { Executor } from '../platform/db/client.ts'
import { actorOf } from '../platform/http/handler.ts'
import type { Context } from '../platform/http/handler.ts'
import type { Scope } from '../platform/session/session.ts'

/** Notices about orders. */

interface OrderNotice {
  readonly id: number
  readonly orderNo: string
}

/** Active members with the permission to review the store's orders. */
export async function listReviewers(db: Executor, { dealerId }: Scope): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from member
    where dealer_id = ${dealerId} and left_at is null and status = 0
      and (role = any(${[...adminRoles]}::int[]) or '订单审核' = any(modules))
    order by id`.execute(db)
  return rows.map(({ id }) => id)
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
