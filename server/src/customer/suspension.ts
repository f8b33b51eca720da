import type { Context } from '../platform/http/handler.ts'
import type { LockedCustomer } from './lock.ts'

/** Keeps that a customer was let sleep, and whose it was then: the deal forgets it when the customer wakes. */
export async function recordSuspension(
  { db, session, now }: Context,
  customer: LockedCustomer,
  days: number,
): Promise<void> {
  await db
    .insertInto('suspension')
    .values({
      dealer_id: session.dealerId,
      customer_id: customer.customerId,
      deal_id: customer.dealId,
      owner_id: customer.ownerId,
      member_id: session.memberId,
      began_at: now,
      days,
    })
    .execute()
}
