import type { Acting } from '../platform/http/handler.ts'
import type { LiveHint } from '../platform/live.ts'
import { insertNotices } from './notice.repository.ts'
import type { NewNotice } from './notice.repository.ts'

/** What open pages are told once notices are committed: the members addressed, and nobody else. */
export const noticeHint = (dealerId: number, notices: readonly NewNotice[]): LiveHint => ({
  dealerId,
  topics: ['notice'],
  memberIds: [...new Set(notices.map((notice) => notice.memberId))],
})

/** Notices from within a call: written in its transaction, told once it is committed. */
export async function notify(context: Acting, notices: readonly NewNotice[]): Promise<void> {
  if (notices.length === 0) return
  const { dealerId } = context.session
  await insertNotices(context.db, context.session.scope, notices, context.now)
  context.hintLive(noticeHint(dealerId, notices))
}
