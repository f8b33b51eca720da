import type { LimitCode } from '@showroom/contract/kernel/errors'
import type { Clock } from '../clock.ts'
import type { Executor } from '../db/client.ts'
import { besideTransaction } from '../db/held.ts'
import { blockUntil, countHits, deleteHits, findBlock, findOpen } from './limits.repository.ts'
import { Refusal } from '../refusal.ts'

/** The number of events allowed in a window, and the refusal of further ones. */
export interface Limit {
  readonly most: number
  readonly windowSeconds: number
  /** Default: TOO_MANY. */
  readonly code?: LimitCode
  /** Replaces the code's own text; receives the seconds to wait. */
  readonly text?: (seconds: number) => string
}

export interface Limits {
  /** Counts `events` (default 1) and returns the total in the current window, including these. */
  hit(subject: string, windowSeconds: number, events?: number): Promise<number>
  /** Returns the number of events in the current window. */
  hits(subject: string): Promise<number>
  /** Counts one event. Refuses with the limit's code until the window ends if it now holds more than `most`. */
  spend(subject: string, limit: Limit): Promise<void>
  /**
   * Counts a wrong credential from an address and refuses it like `spend`. A right one is neither counted nor refused, because a whole store
   * or mobile network may share the address: call it only once the credential proved wrong.
   */
  wrong(what: string, ip: string, limit?: Limit): Promise<void>
  /** Refuses like `spend` if the window is full, but counts nothing. `besides` is added to the count. */
  refuseSpent(subject: string, limit: Limit, besides?: number): Promise<void>
  /** Seconds until the subject may try again; 0 if it may now. */
  blockedSeconds(subject: string): Promise<number>
  block(subject: string, seconds: number): Promise<void>
  clear(subject: string): Promise<void>
  /** The same counters within a call's transaction: a rollback removes the count. */
  within(db: Executor): Limits
}

/** Unknown addresses, of links and calendars, that one network address may try. */
const guesses: Limit = { most: 20, windowSeconds: 600 }

/**
 * Counters in the database, shared by all server processes. They run outside the call's transaction: a refusal rolls the call back but
 * keeps the count.
 * guard-exception repeated: a call may draw on several limits.
 */
export function createLimits(db: Executor, clock: Clock): Limits {
  const keep = <Result>(work: () => Promise<Result>): Promise<Result> =>
    besideTransaction('counters have their own pool, and a count is kept if the call is rolled back', work)
  const secondsTo = (at: Date | null | undefined): number =>
    Math.max(0, Math.ceil(((at?.getTime() ?? 0) - clock().getTime()) / 1000))
  const refuse = ({ code = 'TOO_MANY', text }: Limit, ends: Date | undefined): never => {
    const retryAfter = Math.max(1, secondsTo(ends))
    throw new Refusal(code, { retryAfter, ...(text && { text: text(retryAfter) }) })
  }
  const count = (subject: string, windowSeconds: number, events: number) => {
    const now = clock()
    const ends = new Date(now.getTime() + windowSeconds * 1000)
    return keep(() => countHits(db, subject, { events, now, ends }))
  }
  const open = (subject: string) => keep(() => findOpen(db, subject, clock()))
  const spend = async (subject: string, limit: Limit): Promise<void> => {
    const { hits, ends } = await count(subject, limit.windowSeconds, 1)
    if (hits > limit.most) refuse(limit, ends)
  }
  return {
    hit: async (subject, windowSeconds, events = 1) => (await count(subject, windowSeconds, events)).hits,
    hits: async (subject) => (await open(subject))?.hits ?? 0,
    spend,
    wrong: (what, ip, limit = guesses) => spend(`wrong-${what}:${ip}`, limit),
    async refuseSpent(subject, limit, besides = 0) {
      const { hits = 0, ends } = (await open(subject)) ?? {}
      if (hits + besides >= limit.most) refuse(limit, ends)
    },
    async blockedSeconds(subject) {
      return secondsTo(await keep(() => findBlock(db, subject)))
    },
    block: (subject, seconds) =>
      keep(() => blockUntil(db, subject, new Date(clock().getTime() + seconds * 1000))),
    clear: (subject) => keep(() => deleteHits(db, subject)),
    within: (trx) => createLimits(trx, clock),
  }
}
