import type { rooms } from '@showroom/contract'
import type { HandlersOf } from '../platform/http/handler.ts'
import { findWecomBinding } from '../platform/wecom/binding.repository.ts'
import { prepared } from '../platform/http/handler.ts'
import * as registered from '../platform/webpush/device.repository.ts'
import type { WebPush } from '../platform/webpush/webpush.ts'
import type { Wecom } from '../platform/wecom/wecom.ts'
import * as devices from './device.service.ts'
import { findMuted, groupNames, saveMuted } from './push.repository.ts'
import { listNotices, readNotices } from './notice.repository.ts'

export const noticeRoutes = (
  wecom: Wecom | undefined,
  push: WebPush | undefined,
): HandlersOf<typeof rooms.notice> => ({
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

  async devices({ db, session }) {
    return { publicKey: push?.publicKey ?? '', data: await registered.listDevices(db, session) }
  },
  addDevice: prepared((context, device) => devices.tryDevice(push, context, device), devices.add),
  confirmDevice: devices.confirm,
  testDevice: prepared(
    (context, { id }) => devices.tryAgain(push, context, id),
    (context, { id }, result) => devices.noteTest(context, id, result),
  ),
  removeDevice: (context, { id }) => devices.remove(context, id),
  async keepDevice({ db, session }, { endpoint }) {
    return { isKept: await registered.keepDevice(db, session, endpoint) }
  },
})
