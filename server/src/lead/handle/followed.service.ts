import type { CustomerEvents } from '../../customer/index.ts'
import type { Actor } from '../../platform/live/events.ts'
import { moveToCustomer, moveToDeal, moveToOwners, updateFirstFollow } from './followed.repository.ts'

/** Updates leads after actions on their customers, in the same transaction. */

/**
 * Records the customer's first follow-up since leads were assigned to its owner. Those leads are no longer open; their time is measured in
 * the store's hours.
 */
export async function measureFollow(by: Actor, customerId: number): Promise<void> {
  const { db, scope, now } = by
  await updateFirstFollow(db, scope, customerId, now)
}

/**
 * Gives leads without follow-up to the new owners of their customers, for whom they count in the next assignment (docs/decisions/0013). The
 * caller has locked the customers. The leads keep the time of their first assignment. Waits for locked leads: the transaction that handles
 * one already holds all customers it needs.
 */
export async function moveWithOwner(by: Actor, customerIds: readonly number[]): Promise<void> {
  const { db, scope, now } = by
  await moveToOwners(db, scope, customerIds, { by: by.memberName, now })
}

/**
 * Moves leads of a merged customer to the survivor; those of a deal that was the same as the current one follow it. `moveWithOwner` updates
 * their owner.
 */
export async function moveLeads(
  { db, scope }: Actor,
  { masterId, slaveId, dealId, pastDealId, isSame }: CustomerEvents['merged'],
): Promise<void> {
  await moveToCustomer(db, scope, slaveId, masterId)
  if (isSame) await moveToDeal(db, scope, masterId, { from: pastDealId, to: dealId })
}
