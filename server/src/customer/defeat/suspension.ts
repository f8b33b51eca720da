import type { Context } from '../../platform/http/handler.ts'
import type { LockedCustomer } from '../lock.ts'

/** Records a dormancy with the owner at its start, since the deal drops these values on waking. */
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
