import type { Actor } from '../platform/happenings.ts'
import { insertFirstNotices, insertNotices } from './notice.repository.ts'
import type { NewNotice } from './notice.repository.ts'

/** In which transaction, at which dealer and when notices are written, and who then says it to open pages: a call's, or a job's. */
export type Notifying = Pick<Actor, 'db' | 'scope' | 'now' | 'hintLive'>

/** Notices to members of the scope's dealer: written in its transaction, and told to their pages, nobody else's, once it is committed. */
export async function notify(by: Notifying, notices: readonly NewNotice[]): Promise<void> {
  if (notices.length === 0) return
  await insertNotices(by.db, by.scope, notices, by.now)
  hintMembers(
    by,
    notices.map(({ memberId }) => memberId),
  )
}

/** The same notice to each of the members who has no unread one of its kind. */
export async function notifyFirst(
  by: Notifying,
  memberIds: readonly number[],
  notice: Pick<NewNotice, 'kind' | 'text'>,
): Promise<void> {
  const told = await insertFirstNotices(by.db, by.scope, memberIds, notice, by.now)
  if (told.length > 0) hintMembers(by, told)
}

const hintMembers = (by: Notifying, memberIds: readonly number[]): void =>
  by.hintLive({ dealerId: by.scope.dealerId, topics: ['notice'], memberIds: [...new Set(memberIds)] })
