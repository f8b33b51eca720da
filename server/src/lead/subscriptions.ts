import { defeatBranch } from '@showroom/contract/customer/customer.rules'
import type { CustomerEvents } from '../customer/index.ts'
import type { Actor, Subscriptions } from '../platform/live/events.ts'
import { findPool, wakeWorkers } from './handover/city.repository.ts'
import { passToCity } from './handover/city.service.ts'
import { moveFromLeaver, moveToReturned } from './handover/leave.service.ts'
import { measureFollow, moveLeads, moveWithOwner } from './handle/followed.service.ts'

/** Updates leads after actions on their customers, in the same transaction. */
export const leadSubscriptions: Subscriptions = {
  followed: (by, { customerId }) => measureFollow(by, customerId),
  ownerChanged: async (by, { customerIds, byLeave }) => {
    if (!byLeave) await moveWithOwner(by, customerIds)
  },
  memberLeft: moveFromLeaver,
  memberReturned: moveToReturned,
  merged: moveLeads,
  defeated: passDefeated,
  // A store that changes to automatic assignment assigns its waiting leads at once; other policies leave them to members.
  policyChanged: async ({ db, scope }) => wakeWorkers(db, scope.dealerId),
}

/** Passes a customer defeated for buying in another city to a store there, if this store takes part in the city pool. */
async function passDefeated(by: Actor, defeated: CustomerEvents['defeated']): Promise<void> {
  const { request, mobile, name, seriesId } = defeated
  if (!defeatBranch(request.reason).city || mobile === '') return
  const { id, province, city } = request
  const { dealerId } = by.scope
  const store = await findPool(by.db, by.scope)
  if (!store?.isShared) return
  const remark = `${store.name}战败转出，意向购车城市：${province}${city}`
  const externalId = `defeat-${dealerId}-${id}`
  await passToCity(by, { externalId, name, mobile, secondPhone: '', seriesId, province, city, remark })
}
