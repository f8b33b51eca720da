import { createHash, randomBytes } from 'node:crypto'
import { isDatabaseAway } from '../db/client.ts'
import type { Database, Executor } from '../db/client.ts'
import type { Clock } from '../clock.ts'
import type { Job } from '../jobs.ts'
import type { Metrics } from '../metrics.ts'
import { Refusal } from '../refusal.ts'
import { seal } from '../seal.ts'
import { createWork } from '../work.ts'
import { createDelivery, later, sealedFor, ways } from './deliver.ts'
import type { DeliverDeps, Heard } from './deliver.ts'
import * as repository from './outbox.repository.ts'
import { textState } from './outbox.repository.ts'
import type { TextKind } from './outbox.repository.ts'
import { undelivered, wordsOf } from './sms.ts'

/**
 * Texts to mobiles: written in the transaction of what they tell of, sent once it is committed, by any process, and tried again later each
 * time. What became of each is kept.
 */
export interface Texts {
  /** Throws `Refusal` SMS_UNAVAILABLE where nothing can be sent to anybody. */
  check(): void
  /** Puts a text on its way. It goes at once where `wake` is said after the commit, else within seconds. */
  post(db: Executor, text: Text): Promise<void>
  wake(): void
  /** What became of the code that was asked for with a ticket. */
  outcomeOf(ticket: string): Promise<TextOutcome>
  /** Who hears what became of texts to customers, in the transaction that keeps it. */
  follow(heard: Heard): void
}

export interface Text {
  readonly kind: TextKind
  /** Empty where nobody is to get it: it is written as others are, so that the time does not tell. */
  readonly mobile: string
  readonly content: string
  readonly at: Date
  readonly about?: string
  /** What its outcome may be asked by; nothing where nobody may. */
  readonly ticket?: string
}

export interface TextOutcome {
  readonly state: 'waiting' | 'sent' | 'refused'
  /** Why not, or not yet, in words. */
  readonly why: string
}

/** What the server runs beside its calls. */
export interface TextWork extends Texts {
  /** Does all that is due now. */
  run(): Promise<void>
  start(): void
  stop(): Promise<void>
  readonly jobs: readonly Job[]
}

export interface TextDeps extends DeliverDeps {
  readonly metrics: Pick<Metrics, 'smsSettled' | 'watch'>
}

const pollMs = 3_000
/** Sent at the same time by one process, and how many more where they are codes: nobody waits for one behind other texts. */
const mostTexts = 12
const moreCodes = 8
const leaseSeconds = 2 * 60
const keptDays = 30

const hashOf = (ticket: string): Buffer => createHash('sha256').update(ticket).digest()
export const newTicket = (): string => randomBytes(24).toString('base64url')

export function createTexts(deps: TextDeps): TextWork {
  const { db, clock, log, metrics, secret, driver } = deps
  const followers: Heard[] = []
  const pump = createPump(deps, followers)

  metrics.watch('showroom_sms_waiting', 'Texts that are to be sent', () => repository.countWaiting(db))
  return {
    check() {
      if (driver.isThere) return
      log.error('an SMS was asked for, and none can be sent: this installation has no SMS provider')
      throw new Refusal('SMS_UNAVAILABLE')
    },
    async post(executor, { kind, mobile, content, at, about = '', ticket }) {
      const sealed = seal(secret, content, sealedFor)
      await repository.insertText(executor, {
        kind,
        mobile,
        sealed: mobile === '' ? null : sealed,
        about,
        ticketHash: ticket === undefined ? null : hashOf(ticket),
        dueAt: mobile === '' ? null : at,
        expiresAt: later(at, ways[kind].livesSeconds),
        at,
      })
    },
    wake: pump.wake,
    async outcomeOf(ticket) {
      const row = await repository.findByTicket(db, hashOf(ticket))
      if (!row)
        return (await driver.isUp()) ? { state: 'sent', why: '' } : { state: 'refused', why: wordsOf('') }
      const { state, code } = row
      if (state === textState.waiting || state === textState.underWay)
        return { state: 'waiting', why: code && '短信服务繁忙，正在重新发送…' }
      if (state === textState.refused) return { state: 'refused', why: wordsOf(code) }
      if (state === textState.undelivered) return { state: 'refused', why: undelivered(code) }
      return { state: 'sent', why: '' }
    },
    follow: (heard) => void followers.push(heard),
    run: pump.run,
    start: pump.start,
    stop: pump.stop,
    jobs: [tidyTexts(db, clock)],
  }
}

/** Takes what is due and sends it, many at a time. */
function createPump(
  deps: TextDeps,
  followers: readonly Heard[],
): Pick<TextWork, 'wake' | 'run' | 'start' | 'stop'> {
  const { db, clock, log } = deps
  const deliver = createDelivery(deps, followers)
  const underWay = new Set<Promise<void>>()
  let timer: NodeJS.Timeout | undefined
  let isBehind = false

  const failed = (error: unknown): void => {
    if (!isDatabaseAway(error)) log.error({ err: error }, 'sending texts failed')
  }
  const work = createWork(async () => {
    const onlyCodes = underWay.size >= mostTexts
    const limit = mostTexts + (onlyCodes ? moreCodes : 0) - underWay.size
    const now = clock()
    const leaseUntil = later(now, leaseSeconds)
    const due = limit > 0 ? await repository.claimTexts(db, { now, leaseUntil, limit, onlyCodes }) : []
    isBehind = onlyCodes || due.length === limit
    for (const text of due) {
      const done: Promise<void> = deliver(text)
        // The poll is for what other processes left: somebody waits for this one.
        .then((pause) => void (pause > 0 && setTimeout(wake, pause * 1_000).unref()))
        .catch(failed)
        .finally(() => {
          underWay.delete(done)
          if (isBehind) wake()
        })
      underWay.add(done)
    }
    return due.length > 0 && due.length === limit
  }, failed)
  const wake = (): void => work.wake()

  return {
    wake,
    async run() {
      await work.run()
      while (underWay.size > 0) {
        await Promise.all(underWay)
        await work.run()
      }
    },
    start() {
      timer = setInterval(wake, pollMs)
      wake()
    },
    async stop() {
      clearInterval(timer)
      await work.stop()
      await Promise.all(underWay)
    },
  }
}

const tidyTexts = (db: Database, clock: Clock): Job => ({
  name: 'tidy-texts',
  for: 'stores',
  cron: '27 3 * * *',
  run: () => repository.removeOld(db, later(clock(), -keptDays * 86_400)),
})
