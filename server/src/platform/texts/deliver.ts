import { later } from '../clock.ts'
import type { Clock } from '../clock.ts'
import { transact } from '../db/client.ts'
import type { Database, Executor } from '../db/client.ts'
import type { Logger } from '../observe/log.ts'
import type { Metrics } from '../observe/metrics.ts'
import type { Outbox, Sent } from '../queues/outbox.ts'
import { lasting, stepwise } from '../queues/schedule.ts'
import type { Schedule } from '../queues/schedule.ts'
import { changeClaimed } from '../queues/table.repository.ts'
import type { QueueTable } from '../queues/table.repository.ts'
import { unseal } from '../config/seal.ts'
import { textKind, textState } from './outbox.repository.ts'
import type { ClaimedText, TextKind, TextRow, TextState } from './outbox.repository.ts'
import { mayPass, undelivered, wordsOf } from './sms.ts'
import type { SmsDriver } from './sms.ts'

/** Sends a claimed text, or queries its delivery state, and stores the result. */

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

/** Why a text to a customer is not sent now: it waits until an instant, or is given up with a code of ours. */
export type Hold = { readonly until: Date } | { readonly code: 'STALE' | 'RENUMBERED' }
/** Asked before each try of a text to a customer. Returns undefined for one that may be sent. */
export type TextGuard = (
  db: Database,
  text: { about: string; mobile: string; now: Date },
) => Promise<Hold | undefined>

/** Per kind of text: pauses after temporary failures, usual lifetime, and whether it may be sent twice. */
export const ways: Record<
  TextKind,
  { readonly pauseAfter: Schedule; readonly livesSeconds: number; readonly mayGoTwice: boolean }
> = {
  [textKind.code]: { pauseAfter: stepwise(1, 3, 10, 30, 60), livesSeconds: 5 * 60, mayGoTwice: true },
  [textKind.own]: { pauseAfter: stepwise(5, 30, 120, 600, 1_800), livesSeconds: 2 * 3_600, mayGoTwice: true },
  // A text claimed by a killed process may have been sent, and a customer must not get it twice.
  [textKind.customer]: { pauseAfter: lasting(5, 30, 120, 600), livesSeconds: 3_600, mayGoTwice: false },
}
/** Seconds from the result to the first delivery query, and between queries. Carriers report at once, or when the phone is on again. */
const firstReport = 15
const reportAfter = stepwise(60, 300, 1_800, 7_200)

export const sealedFor = 'texts on their way'
/** The result of a try, with the outcome of the text if it has one now. */
interface Result extends Sent<'sms_outbox'> {
  readonly outcome?: { readonly state: SmsOutcome; readonly failure: string }
}
type SmsOutcome = Parameters<Metrics['smsSettled']>[0]

/** Returns how to send a text, and how to store its outcome. */
export function createDelivery(
  { db, clock, log, metrics, secret, driver }: DeliverDeps,
  of: QueueTable<'sms_outbox', TextRow>,
  {
    followers,
    guards,
  }: { readonly followers: readonly FailureHandler[]; readonly guards: readonly TextGuard[] },
): Pick<Outbox<'sms_outbox', TextRow, Result>, 'send' | 'store'> {
  async function sendText(text: ClaimedText): Promise<Result> {
    const { pauseAfter, mayGoTwice } = ways[text.kind]
    if (text.was === textState.underWay && !mayGoTwice) return settled('refused', 'LOST')
    if (clock() > text.expiresAt) return settled('refused', 'EXPIRED')
    const hold = text.kind === textKind.customer ? await holdOf(text) : undefined
    if (hold && 'code' in hold) return settled('refused', hold.code)
    if (hold) return waiting(text, '', (hold.until.getTime() - clock().getTime()) / 1_000)
    const content = open(text)
    if (content === undefined) return settled('refused', 'SEALED')
    const tried = await driver.send({ mobile: text.mobile, content, isCode: text.kind === textKind.code })
    const { code, isPassing, provider, receipt } = tried
    if (code === '') return settled('sent', '', { provider, receipt })
    const isWorthWaiting = isPassing || (text.kind === textKind.customer && mayPass(code))
    return waiting(text, code, isWorthWaiting ? pauseAfter(text.tries) : undefined)
  }

  /** Another try after the pause, unless there is none or the text expires before. */
  function waiting({ expiresAt }: ClaimedText, code: string, pause: number | undefined): Result {
    if (pause === undefined || later(clock(), pause) > expiresAt) return settled('refused', code || 'EXPIRED')
    return { values: { state: textState.waiting, code }, pause }
  }

  async function holdOf({ about, mobile }: ClaimedText): Promise<Hold | undefined> {
    for (const guard of guards) {
      const hold = await guard(db, { about, mobile, now: clock() })
      if (hold) return hold
    }
    return undefined
  }

  function open({ sealed }: ClaimedText): string | undefined {
    try {
      return sealed ? unseal(secret, sealed, sealedFor) : undefined
    } catch {
      log.error('a text was sealed with another server secret: it is not sent')
      return undefined
    }
  }

  async function askDelivery(text: ClaimedText): Promise<Result> {
    const { mobile, provider, receipt, settledAt, createdAt } = text
    const at = settledAt ?? createdAt
    const delivery = await driver.deliveryOf?.({ mobile, provider, receipt, at })
    if (delivery?.state === 'delivered') return settled('delivered', '')
    if (delivery?.state === 'failed') return settled('undelivered', delivery.code)
    const pause = reportAfter(text.tries)
    return { values: { code: '', ...(pause === undefined && { due_at: null }) }, pause }
  }

  /** The outcome of a text, whose content is deleted. */
  function settled(
    state: SmsOutcome,
    code: string,
    by: { provider?: number; receipt?: string } = {},
  ): Result {
    const settled_at = clock()
    const due_at = state === 'sent' && driver.deliveryOf ? later(settled_at, firstReport) : null
    return {
      outcome: { state, failure: failureOf(textState[state], code) },
      values: { state: textState[state], code, sealed: null, tries: 0, due_at, settled_at, ...by },
    }
  }

  return {
    send: (text) => (text.was === textState.sent ? askDelivery(text) : sendText(text)),
    async store(text, { outcome, values }) {
      if (!outcome) return changeClaimed(db, of, text, values)
      const at = clock()
      const isStored = await transact(db, async (trx) => {
        if (!(await changeClaimed(trx, of, text, values))) return false
        if (text.kind === textKind.customer)
          for (const heard of followers) await heard(trx, { about: text.about, failure: outcome.failure, at })
        return true
      })
      if (isStored) metrics.smsSettled(outcome.state, (at.getTime() - text.createdAt.getTime()) / 1_000)
      return isStored
    },
  }
}

/** Why a text was not sent or did not arrive, in words; empty otherwise. */
export const failureOf = (state: TextState, code: string): string =>
  state === textState.refused ? wordsOf(code) : state === textState.undelivered ? undelivered(code) : ''
