import { createHash, randomBytes } from 'node:crypto'
import { faultOf } from '../db/fault.ts'
import type { Database, Executor } from '../db/client.ts'
import type { Clock } from '../clock.ts'
import type { Job } from '../jobs.ts'
import type { Metrics } from '../metrics.ts'
import { Refusal } from '../refusal.ts'
import { seal } from '../seal.ts'
import type { Queues } from '../queues/queues.ts'
import { createDelivery, later, sealedFor, ways } from './deliver.ts'
import type { DeliverDeps, FailureHandler } from './deliver.ts'
import * as repository from './outbox.repository.ts'
import { textState } from './outbox.repository.ts'
import type { Claimed, TextKind, TextQueue } from './outbox.repository.ts'
import { undelivered, wordsOf } from './sms.ts'

/**
 * Texts to mobiles. A text is written to the outbox in the transaction it belongs to and sent by any process after the commit, with growing
 * pauses between retries. The result is stored.
 */
export interface Texts {
  /** Throws `Refusal` SMS_UNAVAILABLE if no provider is configured. */
  check(): void
  /** Writes a text to the outbox. It is sent at once if `wake` is called after the commit, otherwise within seconds. */
  post(db: Executor, text: Text): Promise<void>
  wake(): void
  /** Returns the state of the code that was requested with this ticket. */
  outcomeOf(ticket: string): Promise<TextOutcome>
  /** Adds a callback for the results of texts to customers, called in the transaction that stores the result. */
  follow(heard: FailureHandler): void
}

export interface Text {
  /** The store the text is sent for; 0 for a code, which is requested before sign-in. */
  readonly dealerId: number
  readonly kind: TextKind
  /** Empty for a text that no one gets. It is stored like others, so that response times reveal nothing. */
  readonly mobile: string
  readonly content: string
  readonly at: Date
  readonly about?: string
  /** Ticket for querying the state; without it the state cannot be queried. */
  readonly ticket?: string
}

export interface TextOutcome {
  readonly state: 'waiting' | 'sent' | 'refused'
  /** Reason for a refusal or a delay, in words. */
  readonly why: string
}

/** Texts with the work that the server runs in the background. */
export interface TextWork extends Texts {
  /** Does all due work. */
  run(): Promise<void>
  stop(): Promise<void>
  readonly jobs: readonly Job[]
}

export interface TextDeps extends DeliverDeps {
  readonly queues: Pick<Queues, 'open'>
  readonly metrics: Pick<Metrics, 'smsSettled' | 'watch'>
}

/** Maximum number of parallel sends per process. */
const most = { codes: 8, texts: 12 } as const
/** Maximum number of texts per store and turn. */
const perTurn = 4
const leaseSeconds = 2 * 60
const keptDays = 30

const hashOf = (ticket: string): Buffer => createHash('sha256').update(ticket).digest()
export const newTicket = (): string => randomBytes(24).toString('base64url')

export function createTexts(deps: TextDeps): TextWork {
  const { db, clock, log, metrics, secret, driver } = deps
  const followers: FailureHandler[] = []
  const pumps = [createPump(deps, 'codes', followers), createPump(deps, 'texts', followers)]

  metrics.watch('showroom_sms_waiting', 'Texts that are to be sent', () => repository.countWaiting(db))
  return {
    check() {
      if (driver.isThere) return
      log.error('an SMS was asked for, and none can be sent: this installation has no SMS provider')
      throw new Refusal('SMS_UNAVAILABLE')
    },
    async post(executor, { dealerId, kind, mobile, content, at, about = '', ticket }) {
      const sealed = seal(secret, content, sealedFor)
      await repository.insertText(executor, {
        dealerId,
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
    wake: () => pumps.forEach((pump) => pump.wake()),
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
    run: async () => void (await Promise.all(pumps.map((pump) => pump.run()))),
    stop: async () => void (await Promise.all(pumps.map((pump) => pump.stop()))),
    jobs: [tidyTexts(db, clock)],
  }
}

/** Claims due texts, a few of each store in turn, and sends them in parallel. */
function createPump(
  deps: TextDeps,
  queue: TextQueue,
  followers: readonly FailureHandler[],
): Pick<TextWork, 'wake' | 'run' | 'stop'> {
  const { db, clock, log } = deps
  const deliver = createDelivery(deps, followers)
  const underWay = new Map<Claimed, Promise<void>>()

  async function send(text: Claimed): Promise<void> {
    const { dealerId } = text
    try {
      const pause = await deliver(text)
      // Retries at the exact time. The poll is too coarse when a person waits for the text.
      if (pause > 0) setTimeout(() => work.wake([dealerId]), pause * 1_000).unref()
    } catch (error) {
      if (!faultOf(error)) log.error({ err: error }, 'sending texts failed')
    }
    underWay.delete(text)
    work.wake([dealerId])
  }

  const work = deps.queues.open({
    name: queue,
    for: 'stores',
    atOnce: 1,
    waiting: repository.waitingTexts(queue),
    isFull: () => underWay.size >= most[queue],
    async serve(dealerId) {
      const limit = Math.min(perTurn, most[queue] - underWay.size)
      const now = clock()
      const leaseUntil = later(now, leaseSeconds)
      const due = await repository.claimTexts(db, queue, dealerId, { now, leaseUntil, limit })
      for (const text of due) underWay.set(text, send(text))
      if (due.length === limit) return 'more'
      return [...underWay.keys()].some((one) => one.dealerId === dealerId) ? 'started' : 'done'
    },
  })

  return {
    wake: () => work.wake(),
    async run() {
      do {
        await work.run()
        await Promise.all(underWay.values())
        await work.idle()
      } while (underWay.size > 0)
    },
    async stop() {
      await work.stop()
      await Promise.all(underWay.values())
    },
  }
}

const tidyTexts = (db: Database, clock: Clock): Job => ({
  name: 'tidy-texts',
  for: 'stores',
  cron: '27 3 * * *',
  run: () => repository.removeOld(db, later(clock(), -keptDays * 86_400)),
})
