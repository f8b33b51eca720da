import { holdingStatuses } from '@showroom/contract/order/order.rules'
import { inheritOrder } from '../customer/index.ts'
import type { CustomerEvents } from '../customer/index.ts'
import type { Actor } from '../platform/live/events.ts'
import { moveOrders } from './order.repository.ts'

/**
 * Moves the orders of a merged customer to the survivor. Those in progress continue in the current deal; an approved one makes the deal
 * ordered, as its approval would have.
 */
export async function takeOver(
  { db, scope, now }: Actor,
  { masterId, slaveId, dealId, pastDealId }: CustomerEvents['merged'],
): Promise<void> {
  const moved = await moveOrders(db, scope, { masterId, slaveId, dealId })
  const approved = moved.find(({ status }) => holdingStatuses.includes(status))
  if (approved) await inheritOrder(db, scope, { ...approved, dealId, fromDealId: pastDealId }, now)
}
