import type { Executor } from '../../platform/db/client.ts'
import type { Scope } from '../../platform/session/session.ts'
import type { CustomerRow } from '../lock.repository.ts'

/** Records a dormancy with the owner at its start, since the deal drops these values on waking. */
export async function insertSuspension(
  db: Executor,
  scope: Scope,
  { customerId, dealId, ownerId }: Pick<CustomerRow, 'customerId' | 'dealId' | 'ownerId'>,
  { days, now }: { readonly days: number; readonly now: Date },
): Promise<void> {
  await db
    .insertInto('suspension')
    .values({
      dealer_id: scope.dealerId,
      customer_id: customerId,
      deal_id: dealId,
      owner_id: ownerId,
      member_id: scope.memberId,
      began_at: now,
      days,
    })
    .execute()
}
