import type { Subscriptions } from '../platform/live/events.ts'
import { deleteDraftsOfCustomers, deleteDraftsOfMember } from './draft.repository.ts'

/** Deletes drafts on customers that were merged into another or erased, and those of a person whom another one replaces. */
export const draftSubscriptions: Subscriptions = {
  personReplaced: ({ db, scope }, { memberId }) => deleteDraftsOfMember(db, scope, memberId),
  merged: ({ db, scope }, { slaveId }) => deleteDraftsOfCustomers(db, scope, [slaveId]),
  customersErased: ({ db, scope }, { customerIds }) => deleteDraftsOfCustomers(db, scope, customerIds),
}
