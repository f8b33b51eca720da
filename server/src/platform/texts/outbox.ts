import { createHash, randomBytes } from 'node:crypto'
import type { Executor } from '../db/client.ts'
import { later } from '../clock.ts'
import type { Metrics } from '../observe/metrics.ts'
import { Refusal } from '../refusal.ts'
import { seal } from '../config/seal.ts'
import { openOutbox } from '../queues/outbox.ts'
import { countRows } from '../queues/upkeep.repository.ts'
import type { Queues } from '../queues/queues.ts'
import { createDelivery, failureOf, sealedFor, ways } from './deliver.ts'
import type { DeliverDeps, FailureHandler, TextGuard } from './deliver.ts'
import * as repository from './outbox.repository.ts'
import { textsOf, textState, toSend } from './outbox.repository.ts'
import type { TextKind, TextState } from './outbox.repository.ts'
import { wordsOf } from './sms.ts'

/**
 * Texts to mobiles. A text is written to the outbox in the transaction it belongs to and sent by any process after the commit, with growing
 * pauses between retries. The result is stored.
 */
export interface Texts {
  /** Whether codes can be sent; otherwise members sign in with an authenticator. */
  readonly sendsCodes: boolean
  /** Throws `Refusal` SMS_UNAVAILABLE if no provider is configured. */
  check(): void
  /** Writes a text to the outbox. It is sent at once if `wake` is called after the commit, otherwise within seconds. */
  post(db: Executor, text: Text): Promise<void>
  wake(): void
  /** Returns the state of the code that was requested with this ticket. */
  outcomeOf(ticket: string): Promise<TextOutcome>
  /** Adds a callback for the results of texts to customers, called in the transaction that stores the result. */
  follow(heard: FailureHandler): void
  /** Adds a check before each try of a text to a customer. */
  guard(check: TextGuard): void
}

export interface Text {
  /** The store the text is sent for; 0 for a code, which is requested before sign-in. */
  readonly dealerId: number
  readonly kind: TextKind
  /** Empty for a text that no one gets. It is stored like others, so that response times reveal nothing. */
  readonly mobile: string
  readonly content: string
  readonly at: Date
  /** Until when a text that fails is retried; by default the lifetime of its kind. */
  readonly until?: Date
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
}

export interface TextDeps extends DeliverDeps {
  readonly queues: Pick<Queues, 'open'>
  readonly metrics: Pick<Metrics, 'smsSettled' | 'watch'>
}

/** Maximum number of parallel sends per process. */
const places = { codes: 8, texts: 12 } as const

const hashOf = (ticket: string): Buffer => createHash('sha256').update(ticket).digest()
export const newTicket = (): string => randomBytes(24).toString('base64url')

/** Writes a text to the outbox, encrypted with the server's secret. */
export async function postText(
  db: Executor,
  secret: string,
  { dealerId, kind, mobile, content, at, until, about = '', ticket }: Text,
): Promise<void> {
  const sealed = seal(secret, content, sealedFor)
  await repository.insertText(db, {
    dealerId,
    kind,
    mobile,
    sealed: mobile === '' ? null : sealed,
    about,
    ticketHash: ticket === undefined ? null : hashOf(ticket),
    dueAt: mobile === '' ? null : at,
    expiresAt: until ?? later(at, ways[kind].livesSeconds),
    at,
  })
}

export function createTexts(deps: TextDeps): TextWork {
  const { db, log, metrics, secret, driver } = deps
  const followers: FailureHandler[] = []
  const guards: TextGuard[] = []
  const works = (['codes', 'texts'] as const).map((queue) => {
    const of = textsOf(queue)
    const parallel = { places: places[queue], fault: 'sending texts failed' }
    return openOutbox(deps, {
      of,
      atOnce: 1,
      turn: 4,
      parallel,
      ...createDelivery(deps, of, { followers, guards }),
    })
  })

  metrics.watch('showroom_sms_waiting', 'Texts that are to be sent', () =>
    countRows(db, 'sms_outbox', toSend),
  )
  return {
    sendsCodes: driver.isThere,
    check() {
      if (driver.isThere) return
      log.error('an SMS was asked for, and none can be sent: this installation has no SMS provider')
      throw new Refusal('SMS_UNAVAILABLE')
    },
    post: (executor, text) => postText(executor, secret, text),
    wake: () => works.forEach((work) => work.wake()),
    async outcomeOf(ticket) {
      const row = await repository.findByTicket(db, hashOf(ticket))
      if (!row)
        return (await driver.isUp()) ? { state: 'sent', why: '' } : { state: 'refused', why: wordsOf('') }
      const { state, code } = row
      if (state === textState.waiting || state === textState.underWay)
        return { state: 'waiting', why: code && '短信服务繁忙，正在重新发送…' }
      const why = failureOf(state as TextState, code)
      return { state: why ? 'refused' : 'sent', why }
    },
    follow: (heard) => void followers.push(heard),
    guard: (check) => void guards.push(check),
    run: async () => void (await Promise.all(works.map((work) => work.run()))),
    stop: async () => void (await Promise.all(works.map((work) => work.stop()))),
  }
}
