import type { CustomerEvents } from '../customer/index.ts'
import type { Actor } from '../platform/live/events.ts'
import { moveToOwners } from './owner.repository.ts'

/**
 * `owner_id` of an order always follows its customer. The members credited with its approval and delivery are stored with those and do not
 * change.
 */

/** The caller has locked the customers. */
export async function followOwners(
  by: Actor,
  { customerIds }: CustomerEvents['ownerChanged'],
): Promise<void> {
  const { db, scope } = by
  await moveToOwners(db, scope, customerIds)
}
