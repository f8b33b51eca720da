import type { Actor } from '../platform/live/events.ts'
import { insertFirstNotices, insertNotices } from './notice.repository.ts'
import type { NewNotice } from './notice.repository.ts'

/** The transaction, scope and time used to write notices; a request or a job provides them. */
export type Notifying = Pick<Actor, 'db' | 'scope' | 'now'>

/** Inserts notices for members of the scope's dealer. Their open pages, and no others, get an event. */
export async function notify(by: Notifying, notices: readonly NewNotice[]): Promise<void> {
  if (notices.length === 0) return
  await insertNotices(by.db, by.scope, notices, by.now)
}

/** Sends the same notice to the members without an unread one of its kind. */
export async function notifyFirst(
  by: Notifying,
  memberIds: readonly number[],
  notice: Pick<NewNotice, 'kind' | 'text'>,
): Promise<void> {
  await insertFirstNotices(by.db, by.scope, memberIds, notice, by.now)
}
