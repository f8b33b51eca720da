import type { Subscriptions } from '../platform/happenings.ts'
import { deleteDraftsOfCustomer } from './draft.repository.ts'

/** What was typed about a file that is merged away was meant for a file that is no more. */
export const draftSubscriptions: Subscriptions = {
  merged: ({ db, scope }, { slaveId }) => deleteDraftsOfCustomer(db, scope, slaveId),
}
