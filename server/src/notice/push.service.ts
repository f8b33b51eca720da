import { noticePath, noticeTitles } from '@showroom/contract/notice/notice.rules'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db/client.ts'
import type { Logger } from '../platform/log.ts'
import { OutsideError } from '../platform/outside/ask.ts'
import type { Queues, StoreWork } from '../platform/queues/queues.ts'
import type { Wecom } from '../platform/wecom/wecom.ts'
import * as repository from './push.repository.ts'
import type { Push } from './push.repository.ts'

interface Deps {
  readonly db: Database
  readonly queues: Pick<Queues, 'open'>
  readonly clock: Clock
  readonly log: Logger
  readonly wecom: Wecom
}

const batch = 20
const leaseMs = 2 * 60_000
/** Pauses after each failed try. After the last one the message is given up. */
const pausesSeconds = [30, 120, 600, 1_800, 3_600, 7_200]

/**
 * Sends notices to WeCom after their commit. Each process claims some of the due ones and retries failures after growing pauses. Messages
 * that a killed process had claimed are sent again; WeCom drops duplicates.
 */
export const createPushes = (deps: Deps): StoreWork =>
  deps.queues.open({
    name: 'pushes',
    for: 'stores',
    atOnce: 4,
    waiting: repository.waitingPushes,
    async serve(dealerId) {
      const now = deps.clock()
      const leaseUntil = new Date(now.getTime() + leaseMs)
      const due = await repository.claimPushes(deps.db, dealerId, { now, leaseUntil, limit: batch })
      for (const push of due) await sendOne(deps, push)
      return due.length === batch ? 'more' : 'done'
    },
  })

async function sendOne({ db, clock, log, wecom }: Deps, push: Push): Promise<void> {
  const letter = await repository.findLetter(db, push, wecom.corpId)
  if (!letter) return repository.storePushResult(db, push, { state: 2, failure: 'read, or nobody there' })
  const { kind, text, userId } = letter
  try {
    const url = wecom.linkTo(noticePath(letter))
    const isThere = await wecom.send({ userId, title: noticeTitles[kind], text, url })
    await repository.storePushResult(
      db,
      push,
      isThere ? { state: 1, failure: '' } : { state: 2, failure: 'not among the members of the application' },
    )
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error
    const failure = error.message
    const pause = pausesSeconds[push.tries - 1]
    log.warn({ error: failure, tries: push.tries }, 'a notice did not reach WeCom')
    if (pause === undefined) return repository.storePushResult(db, push, { state: 2, failure })
    await repository.postponePush(db, push, { dueAt: new Date(clock().getTime() + pause * 1000), failure })
  }
}
