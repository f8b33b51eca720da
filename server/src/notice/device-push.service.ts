import { noticeTitles } from '@showroom/contract/notice/notice.rules'
import type { NoticeKind } from '@showroom/contract/notice/notice.rules'
import { quietEnd } from '@showroom/contract/sms/sms.rules'
import { secondsOf } from '../platform/clock.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db/client.ts'
import type { Logger } from '../platform/observe/log.ts'
import { failed, openOutbox } from '../platform/queues/outbox.ts'
import type { OutboxWork } from '../platform/queues/outbox.ts'
import type { Queues } from '../platform/queues/queues.ts'
import { endDevice, noteSuccess } from '../platform/webpush/device.repository.ts'
import type { WebPush } from '../platform/webpush/webpush.ts'
import { devicePushes, findBeep } from './device-push.repository.ts'
import { pauseAfter } from './push.service.ts'

interface Deps {
  readonly db: Database
  readonly queues: Pick<Queues, 'open'>
  readonly clock: Clock
  readonly log: Logger
  readonly push: WebPush | undefined
}

/** Sends notices to the browsers of members after their commit. Those of the night wait for the morning, as texts do. */
export const createDevicePushes = ({ push, ...deps }: Deps): OutboxWork =>
  openOutbox(deps, {
    of: devicePushes,
    atOnce: 4,
    turn: 20,
    async send(row) {
      const giveUp = (failure: string) => ({ values: { state: 2, failure } })
      if (!push) return giveUp('Web Push is off')
      const now = secondsOf(deps.clock())
      const morning = quietEnd(now)
      if (morning !== undefined) return { values: { tries: 0 }, pause: morning - now }
      const beep = await findBeep(deps.db, row)
      if (!beep) return giveUp('read, or no device')
      const { notice, count, store, ...to } = beep
      const { kind, deviceId, tries } = row
      const title = noticeTitles[kind as NoticeKind]
      const result = await push.send(to, {
        title,
        body: `${store} · ${count}条未读`,
        notice,
        kind,
        count,
        store,
      })
      if (result === 'gone') {
        await endDevice(deps.db, deviceId)
        return giveUp('the browser has ended the subscription')
      }
      if (result === 'sent') {
        await noteSuccess(deps.db, deviceId, deps.clock())
        return { values: { state: 1, failure: '' } }
      }
      const { failure } = result
      deps.log.warn({ failure, tries }, 'a notice did not reach a browser')
      return failed({ failure }, pauseAfter(tries), { state: 2 })
    },
  })
