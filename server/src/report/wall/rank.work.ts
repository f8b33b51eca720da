import { rankFreshSeconds, wallPeriod } from '@showroom/contract/report/wall.rules'
import type { WallDateType } from '@showroom/contract/report/wall.rules'
import { secondsOf } from '../../platform/clock.ts'
import type { Clock } from '../../platform/clock.ts'
import { ifWritable, isPassing } from '../../platform/db/fault.ts'
import { transact } from '../../platform/db/client.ts'
import type { Database } from '../../platform/db/client.ts'
import { inBackground } from '../../platform/jobs/background.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import type { Logger } from '../../platform/observe/log.ts'
import { listAllStores } from '../../platform/jobs/stores.repository.ts'
import type { Scope } from '../../platform/session/session.ts'
import * as repository from './rank.repository.ts'
import type { RankQuestion, StoreRanks } from './rank.repository.ts'

interface Deps {
  readonly db: Database
  readonly clock: Clock
  readonly log: Logger
}

/** A screen polls every 30 seconds. Without a request for this long it counts as closed. */
const gazeSeconds = 70
/** Recounts ranks before a screen finds them stale. Together with the screen's own 30 seconds they are at most a minute old. */
const anewSeconds = 20
const noteSeconds = 20
const pollMs = 5_000

/** Counts the ranks of cities while a screen shows them, and only then. */
export interface RankWork {
  /** Returns the store's places and records the view. Counts them first if no one viewed them lately or a kill left them stale. */
  read(scope: Scope, question: RankQuestion, now: Date): Promise<StoreRanks>
  /** Recounts all viewed ranks that are stale; skips those another process is counting. */
  refresh(): Promise<void>
  stop(): Promise<void>
}

export function createRankWork(deps: Deps): RankWork {
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> = Promise.resolve()
  let lookedAt = 0
  let stopped = false

  /** Keeps polling while requests for ranks reach this process. */
  function plan(): void {
    if (timer || stopped || performance.now() - lookedAt > gazeSeconds * 1000) return
    timer = setTimeout(() => {
      working = refreshAll(deps)
        .catch((error: unknown) => {
          if (!isPassing(error)) deps.log.error({ err: error }, 'counting ranks failed')
        })
        .then(() => {
          timer = undefined
          plan()
        })
    }, pollMs)
    timer.unref()
  }

  return {
    async read(scope, question, now) {
      const { db } = deps
      lookedAt = performance.now()
      inBackground(plan)
      const ranks = await repository.findRanks(db, scope, question)
      if (!ranks.askedAt || secondsOf(now) - secondsOf(ranks.askedAt) >= noteSeconds)
        await ifWritable(() => repository.noteQuestion(db, question, now))
      return freshOf(ranks.ranks, now) ?? countFor(deps, scope, question, now)
    },
    refresh: () => refreshAll(deps),
    async stop() {
      stopped = true
      clearTimeout(timer)
      await working
    },
  }
}

const secondsBefore = (now: Date, seconds: number): Date => new Date(now.getTime() - seconds * 1000)

const freshOf = (ranks: StoreRanks | undefined, now: Date): StoreRanks | undefined =>
  ranks && ranks.countedAt >= secondsBefore(now, rankFreshSeconds) ? ranks : undefined

/** Counts the ranks of the store's city unless another caller has just done so. */
function countFor({ db }: Deps, scope: Scope, question: RankQuestion, now: Date): Promise<StoreRanks> {
  return transact(db, async (trx) => {
    await repository.lockQuestion(trx, question)
    const done = freshOf((await repository.findRanks(trx, scope, question)).ranks, now)
    if (done) return done
    await repository.countRanks(trx, question, { period: periodOf(question, now), now })
    const { ranks } = await repository.findRanks(trx, scope, question)
    if (!ranks) throw new Error('a store has no ranks in its own city')
    return ranks
  })
}

async function refreshAll({ db, clock }: Deps): Promise<void> {
  for (;;) {
    const now = clock()
    const terms = {
      askedSince: secondsBefore(now, gazeSeconds),
      countedBefore: secondsBefore(now, anewSeconds),
    }
    const isOver = await transact(db, async (trx) => {
      const question = await repository.claimQuestion(trx, terms)
      if (!question) return true
      await repository.countRanks(trx, question, { period: periodOf(question, now), now })
      return false
    })
    if (isOver) return
  }
}

const periodOf = ({ dateType, startsOn }: RankQuestion, now: Date) =>
  wallPeriod(
    dateType as WallDateType,
    Math.floor(Date.parse(`${startsOn}T00:00:00+08:00`) / 1000),
    secondsOf(now),
  )

const keptMs = 24 * 3_600_000

/** Deletes ranks that no one viewed for a day. */
export const tidyRanks = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Job => ({
  name: 'tidy-ranks',
  for: 'stores',
  cron: '53 3 * * *',
  async run() {
    const before = new Date(clock().getTime() - keptMs)
    await repository.forgetQuestions(db, before)
    for (const dealerId of await listAllStores(db)) await repository.forgetRanks(db, dealerId, before)
  },
})
