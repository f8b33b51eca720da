import type { Subscriptions } from '../platform/events.ts'
import { takeOver } from './merged.service.ts'
import { followOwners } from './owner.service.ts'

/** Orders follow their customer. */
export const orderSubscriptions: Subscriptions = {
  merged: takeOver,
  ownerChanged: followOwners,
}
