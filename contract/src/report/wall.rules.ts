import { periodStart, toTenths } from './period.rules.ts'
import type { Span } from './period.rules.ts'

export { changeRate, periodStart } from './period.rules.ts'
export type { Span } from './period.rules.ts'

/** Rules of the dealer's big screen (/report/bigScreen). */

/** Kinds of period on the screen. */
export const wallDateType = { day: 1, week: 2, month: 3 } as const
export type WallDateType = (typeof wallDateType)[keyof typeof wallDateType]

/** Leads that a card of the screen counts. */
export const wallQueryType = { total: 1, online: 2, offline: 3 } as const
export type WallQueryType = (typeof wallQueryType)[keyof typeof wallQueryType]

/** While a screen is open, ranks are recounted after this many seconds. */
export const rankFreshSeconds = 60

export interface WallPeriod {
  /** The elapsed part of the chosen period. */
  readonly now: Span
  /** The same part of the period before. */
  readonly before: Span
  /** As long after the beginning of the period before as now is after this one's: its leads are compared as they were then. */
  readonly beforeAsOf: number
}

/**
 * Returns the period that contains a day, and the one it is compared with (同期). A running period is cut at now and compared with the same
 * part of the one before, capped at its length. A finished one is compared in whole. Epoch seconds.
 */
export function wallPeriod(dateType: WallDateType, day: number, nowSeconds: number): WallPeriod {
  const start = periodStart(dateType, day)
  const next = periodStart(dateType, day, 1)
  const startBefore = periodStart(dateType, day, -1)
  const end = Math.max(start, Math.min(next, nowSeconds + 1))
  const endBefore = end === next ? start : Math.min(start, startBefore + (end - start))
  return {
    now: { start, end },
    before: { start: startBefore, end: endBefore },
    beforeAsOf: startBefore + (nowSeconds + 1 - start),
  }
}

/** Whether a rank wears a medal: the first three, unless the number is 0 or counts a loss. */
export const wearsMedal = (place: number, count: number, isLoss: boolean): boolean =>
  place >= 1 && place <= 3 && count > 0 && !isLoss

/** Share of a whole in percent with one decimal; null if the whole is 0. */
export const shareRate = (count: number, whole: number): number | null =>
  whole === 0 ? null : toTenths(count / whole)

/** Difference of two rates in percentage points; null if either is null. */
export const pointsBetween = (rate: number | null, before: number | null): number | null =>
  rate === null || before === null ? null : Math.round((rate - before) * 10) / 10
