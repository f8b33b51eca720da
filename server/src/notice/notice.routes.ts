import type { rooms } from '@showroom/contract'
import type { HandlersOf } from '../platform/http/handler.ts'
import { listNotices, readNotices } from './notice.repository.ts'

export const noticeRoutes = (): HandlersOf<typeof rooms.notice> => ({
  list: (request, { db, session }) => listNotices(db, session.scope, request),

  async read(request, context) {
    const { dealerId, memberId, scope } = context.session
    const unread = await readNotices(context.db, scope, request, context.now)
    // The same person's other windows.
    context.hintLive({ dealerId, topics: ['notice'], memberIds: [memberId] })
    return { unread }
  },
})
