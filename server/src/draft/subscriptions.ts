import type { Subscriptions } from '../platform/live/events.ts'
import { deleteDraftsOfCustomer } from './draft.repository.ts'

/** Deletes drafts on a customer that was merged into another, as that customer no longer exists. */
export const draftSubscriptions: Subscriptions = {
  merged: ({ db, scope }, { slaveId }) => deleteDraftsOfCustomer(db, scope, slaveId),
}
