import { liveStatuses } from '@showroom/contract/order/order.rules'
import { inheritOrder } from '../customer/index.ts'
import type { CustomerHappenings } from '../customer/index.ts'
import type { Actor } from '../platform/happenings.ts'
import { moveOrders } from './order.repository.ts'

/** Two files became one: orders go along. Live ones go on in the master's deal; an approved one makes it ordered, as its approval would have. */
export async function takeOver(
  { db, scope, now }: Actor,
  { masterId, slaveId, masterDealId, slaveDealId }: CustomerHappenings['merged'],
): Promise<void> {
  const moved = await moveOrders(db, scope, { masterId, slaveId, masterDealId })
  const approved = moved.find(({ status }) => liveStatuses.includes(status))
  if (approved)
    await inheritOrder(db, scope, { ...approved, dealId: masterDealId, fromDealId: slaveDealId }, now)
}
