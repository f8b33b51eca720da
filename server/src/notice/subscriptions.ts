import type { Subscriptions } from '../platform/happenings.ts'
import { moveNotices } from './notice.repository.ts'

/** Notices lead to the file that their customer has become. */
export const noticeSubscriptions: Subscriptions = {
  merged: ({ db, scope }, pair) => moveNotices(db, scope, pair),
}
