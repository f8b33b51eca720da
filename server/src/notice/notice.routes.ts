import type { rooms } from '@showroom/contract'
import type { HandlersOf } from '../platform/http/handler.ts'
import { findWecomBinding } from '../platform/wecom/binding.repository.ts'
import type { Wecom } from '../platform/wecom/wecom.ts'
import { findMuted, groupNames, saveMuted } from './push.repository.ts'
import { listNotices, readNotices } from './notice.repository.ts'

export const noticeRoutes = (wecom: Wecom | undefined): HandlersOf<typeof rooms.notice> => ({
  list: ({ db, session }, request) => listNotices(db, session.scope, request),

  async read(context, request) {
    return { unread: await readNotices(context.db, context.session.scope, request, context.now) }
  },

  async pushSetting({ db, session }) {
    const muted = await findMuted(db, session.scope)
    const isBound = (await findWecomBinding(db, session.accountId, wecom)) !== undefined
    return { isBound, groups: groupNames.filter((group) => !muted.includes(group)) }
  },

  async savePushSetting({ db, session }, { groups }) {
    await saveMuted(
      db,
      session.scope,
      groupNames.filter((group) => !groups.includes(group)),
    )
    return {}
  },
})
