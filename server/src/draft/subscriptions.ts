import type { Subscriptions } from '../platform/live/events.ts'
import { deleteDraftsOfCustomers } from './draft.repository.ts'

/** Deletes drafts on customers that were merged into another or erased. */
export const draftSubscriptions: Subscriptions = {
  merged: ({ db, scope }, { slaveId }) => deleteDraftsOfCustomers(db, scope, [slaveId]),
  customersErased: ({ db, scope }, { customerIds }) => deleteDraftsOfCustomers(db, scope, customerIds),
}
