import type { Subscriptions } from '../platform/live/events.ts'
import { takeOver } from './merged.service.ts'
import { copySource } from './order.repository.ts'
import { followOwners } from './owner.service.ts'

/** Orders follow their customer. */
export const orderSubscriptions: Subscriptions = {
  merged: takeOver,
  ownerChanged: followOwners,
  sourceChanged: ({ db, scope }, { dealId }) => copySource(db, scope, dealId),
}
