import type { Context } from '../platform/http/handler.ts'
import type { Tidings } from '../platform/live.ts'
import { insertNotices } from './notice.repository.ts'
import type { NewNotice } from './notice.repository.ts'

/** What open pages are told once notices are committed: the members addressed, and nobody else. */
export const tidingsOf = (dealerId: number, notices: readonly NewNotice[]): Tidings => ({
  dealerId,
  topics: ['notice'],
  memberIds: [...new Set(notices.map((notice) => notice.memberId))],
})

/** Notices from within a call: written in its transaction, told once it is committed. */
export async function notify(context: Context, notices: readonly NewNotice[]): Promise<void> {
  if (notices.length === 0) return
  const { dealerId } = context.session
  await insertNotices(context.db, dealerId, notices, context.now)
  context.tell(tidingsOf(dealerId, notices))
}
