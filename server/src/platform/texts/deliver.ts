import type { Clock } from '../clock.ts'
import type { Database, Executor } from '../db/client.ts'
import type { Logger } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import { unseal } from '../seal.ts'
import * as repository from './outbox.repository.ts'
import { textKind, textState } from './outbox.repository.ts'
import type { Claimed, Outcome, TextKind } from './outbox.repository.ts'
import { undelivered, wordsOf } from './sms.ts'
import type { SmsDriver } from './sms.ts'

/** Processes a claimed text: sends it, or queries its delivery state, and stores the result. */

export interface DeliverDeps {
  readonly db: Database
  readonly clock: Clock
  readonly log: Logger
  readonly metrics: Pick<Metrics, 'smsSettled'>
  readonly secret: string
  readonly driver: SmsDriver
}

/**
 * Callback for the result of a text. `about` is the follower's own reference; `failure` is the reason for a failure in words, otherwise
 * empty.
 */
export type FailureHandler = (
  db: Executor,
  text: { about: string; failure: string; at: Date },
) => Promise<void>

/** Per kind of text: pauses in seconds after temporary failures, lifetime, and whether it may be sent twice. */
export const ways: Record<
  TextKind,
  { readonly pauses: readonly number[]; readonly livesSeconds: number; readonly mayGoTwice: boolean }
> = {
  [textKind.code]: { pauses: [1, 3, 10, 30, 60], livesSeconds: 5 * 60, mayGoTwice: true },
  [textKind.own]: { pauses: [5, 30, 120, 600, 1_800], livesSeconds: 2 * 3_600, mayGoTwice: true },
  // A text claimed by a killed process may have been sent, and a customer must not get it twice.
  [textKind.customer]: { pauses: [5, 30, 120, 600], livesSeconds: 3_600, mayGoTwice: false },
}
/** Pauses in seconds between delivery queries. Carriers report within seconds, or when the phone is on again. */
const reportPauses = [15, 60, 300, 1_800, 7_200] as const

export const sealedFor = 'texts on their way'
export const later = (at: Date, seconds: number): Date => new Date(at.getTime() + seconds * 1_000)

/** Returns a function that processes a text and returns the seconds until its retry; 0 for none. */
export function createDelivery(
  { db, clock, log, metrics, secret, driver }: DeliverDeps,
  followers: readonly FailureHandler[],
): (text: Claimed) => Promise<number> {
  async function sendText(text: Claimed): Promise<number> {
    const { pauses, mayGoTwice } = ways[text.kind]
    if (text.was === textState.underWay && !mayGoTwice) return storeResult(text, 'refused', 'LOST')
    if (clock() > text.expiresAt) return storeResult(text, 'refused', 'EXPIRED')
    const content = open(text)
    if (content === undefined) return storeResult(text, 'refused', 'SEALED')
    const tried = await driver.send({ mobile: text.mobile, content, isCode: text.kind === textKind.code })
    if (tried.code === '') return storeResult(text, 'sent', '', tried)
    const pause = (tried.isPassing && pauses[text.tries - 1]) || 0
    const dueAt = later(clock(), pause)
    if (pause === 0 || dueAt > text.expiresAt) return storeResult(text, 'refused', tried.code)
    await repository.postponeText(db, text, { dueAt, code: tried.code })
    return pause
  }

  function open({ sealed }: Claimed): string | undefined {
    try {
      return sealed ? unseal(secret, sealed, sealedFor) : undefined
    } catch {
      log.error('a text was sealed with another server secret: it is not sent')
      return undefined
    }
  }

  async function askDelivery(text: Claimed): Promise<number> {
    const { mobile, provider, receipt, settledAt, createdAt } = text
    const at = settledAt ?? createdAt
    const delivery = await driver.deliveryOf?.({ mobile, provider, receipt, at })
    if (delivery?.state === 'delivered') return storeResult(text, 'delivered', '')
    if (delivery?.state === 'failed') return storeResult(text, 'undelivered', delivery.code)
    const pause = reportPauses[text.tries]
    const dueAt = pause === undefined ? null : later(clock(), pause)
    await repository.postponeText(db, text, { dueAt, code: '' })
    return 0
  }

  async function storeResult(
    text: Claimed,
    state: Outcome['state'],
    code: string,
    by: { provider?: number; receipt?: string } = {},
  ): Promise<0> {
    const at = clock()
    const askAt = state === 'sent' && driver.deliveryOf ? later(at, reportPauses[0]) : null
    const failure = state === 'refused' ? wordsOf(code) : state === 'undelivered' ? undelivered(code) : ''
    const isStored = await db.transaction().execute(async (trx) => {
      if (!(await repository.storeTextResult(trx, text, { state, code, at, askAt, ...by }))) return false
      if (text.kind === textKind.customer)
        for (const heard of followers) await heard(trx, { about: text.about, failure, at })
      return true
    })
    if (isStored) metrics.smsSettled(state, (at.getTime() - text.createdAt.getTime()) / 1_000)
    return 0
  }

  return (text) => (text.was === textState.sent ? askDelivery(text) : sendText(text))
}
