import { noticePath, noticeTitles } from '@showroom/contract/notice/notice.rules'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db/client.ts'
import type { Logger } from '../platform/observe/log.ts'
import { OutsideError } from '../platform/outside/ask.ts'
import { failed, openOutbox } from '../platform/queues/outbox.ts'
import type { OutboxWork, Sent } from '../platform/queues/outbox.ts'
import type { Queues } from '../platform/queues/queues.ts'
import { stepwise } from '../platform/queues/schedule.ts'
import type { Wecom } from '../platform/wecom/wecom.ts'
import { findLetter, pushes } from './push.repository.ts'

interface Deps {
  readonly db: Database
  readonly queues: Pick<Queues, 'open'>
  readonly clock: Clock
  readonly log: Logger
  readonly wecom: Wecom
}

/** After the last pause the message is given up. */
export const pauseAfter = stepwise(30, 120, 600, 1_800, 3_600, 7_200)

/** Sends notices to WeCom after their commit. Messages that a killed process had claimed are sent again; WeCom drops duplicates. */
export const createPushes = ({ wecom, ...deps }: Deps): OutboxWork =>
  openOutbox(deps, {
    of: pushes,
    atOnce: 4,
    turn: 20,
    async send(push) {
      const letter = await findLetter(deps.db, push, wecom.corpId)
      if (!letter) return giveUp('read, or nobody there')
      const { kind, text, userId } = letter
      try {
        const url = wecom.linkTo(noticePath(letter))
        const isThere = await wecom.send({ userId, title: noticeTitles[kind], text, url })
        return isThere
          ? { values: { state: 1, failure: '' } }
          : giveUp('not among the members of the application')
      } catch (error) {
        if (!(error instanceof OutsideError)) throw error
        const failure = error.message
        deps.log.warn({ error: failure, tries: push.tries }, 'a notice did not reach WeCom')
        return failed({ failure }, pauseAfter(push.tries), { state: 2 })
      }
    },
  })

const giveUp = (failure: string): Sent<'notice_push'> => ({ values: { state: 2, failure } })
