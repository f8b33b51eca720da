import type { Subscriptions } from '../platform/live/events.ts'
import { moveNotices } from './notice.repository.ts'

/** Points notices of a merged customer to the survivor. */
export const noticeSubscriptions: Subscriptions = {
  merged: ({ db, scope }, pair) => moveNotices(db, scope, pair),
}
