import { periodStart, toTenths } from './period.rules.ts'
import type { Span } from './period.rules.ts'

export { changeRate, periodStart } from './period.rules.ts'
export type { Span } from './period.rules.ts'

/** Rules of the dealer's big screen (/report/bigScreen). */

/** What a period of the screen is. */
export const wallDateType = { day: 1, week: 2, month: 3 } as const
export type WallDateType = (typeof wallDateType)[keyof typeof wallDateType]

/** What a card of the screen counts. */
export const wallQueryType = { total: 1, online: 2, offline: 3 } as const
export type WallQueryType = (typeof wallQueryType)[keyof typeof wallQueryType]

/** Ranks are counted anew after this many seconds while somebody looks. */
export const rankFreshSeconds = 60

export interface WallPeriod {
  /** The chosen period, as far as it has gone by. */
  readonly now: Span
  /** The same part of the period before. */
  readonly before: Span
}

/**
 * The period that holds a day, and what it is compared with (同期): of one that still runs the part gone by, against as much of the one
 * before, though not more than that had; of one that is over the whole of both. Epoch seconds.
 */
export function wallPeriod(dateType: WallDateType, day: number, nowSeconds: number): WallPeriod {
  const start = periodStart(dateType, day)
  const next = periodStart(dateType, day, 1)
  const startBefore = periodStart(dateType, day, -1)
  const end = Math.max(start, Math.min(next, nowSeconds + 1))
  const endBefore = end === next ? start : Math.min(start, startBefore + (end - start))
  return { now: { start, end }, before: { start: startBefore, end: endBefore } }
}

/** Part of a whole in percent, one decimal; null of nothing. */
export const shareRate = (count: number, whole: number): number | null =>
  whole === 0 ? null : toTenths(count / whole)

/** Percentage points between two rates; null where one of them is none. */
export const pointsBetween = (rate: number | null, before: number | null): number | null =>
  rate === null || before === null ? null : Math.round((rate - before) * 10) / 10
