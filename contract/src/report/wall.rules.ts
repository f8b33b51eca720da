import { addDays, dayStart, dayText, weekDay } from '../kernel/day.ts'

/** Rules of the dealer's big screen (/report/bigScreen). */

/** What a period of the screen is. */
export const wallDateType = { day: 1, week: 2, month: 3 } as const
export type WallDateType = (typeof wallDateType)[keyof typeof wallDateType]

/** What a card of the screen counts. */
export const wallQueryType = { total: 1, online: 2, offline: 3 } as const
export type WallQueryType = (typeof wallQueryType)[keyof typeof wallQueryType]

/** Ranks are counted anew after this many seconds while somebody looks. */
export const rankFreshSeconds = 60

/** Instants in epoch seconds, the end excluded. */
export interface Span {
  readonly start: number
  readonly end: number
}

export interface WallPeriod {
  /** The chosen period, as far as it has gone by. */
  readonly now: Span
  /** The same part of the period before. */
  readonly before: Span
}

/** First second of the month that holds the instant, moved by some months. Shanghai has no summer time. */
function monthStart(seconds: number, months = 0): number {
  const [year = 0, month = 0] = dayText(seconds).split('-').map(Number)
  const first = new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10)
  return Date.parse(`${first}T00:00:00+08:00`) / 1000
}

const starts: Readonly<Record<WallDateType, (seconds: number, by: number) => number>> = {
  1: (seconds, by) => addDays(seconds, by),
  2: (seconds, by) => addDays(seconds, by * 7 - weekDay(seconds)),
  3: monthStart,
}

/** First second of the period of a kind that holds the instant; `by` periods later. */
export const periodStart = (dateType: WallDateType, seconds: number, by = 0): number =>
  starts[dateType](dayStart(seconds), by)

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

const toTenths = (ratio: number): number => Math.round(ratio * 1000) / 10

/** Change in percent of what it was before, one decimal; null where there was nothing before. */
export const changeRate = (count: number, before: number): number | null =>
  before === 0 ? null : toTenths((count - before) / before)

/** Part of a whole in percent, one decimal; null of nothing. */
export const shareRate = (count: number, whole: number): number | null =>
  whole === 0 ? null : toTenths(count / whole)

/** Percentage points between two rates; null where one of them is none. */
export const pointsBetween = (rate: number | null, before: number | null): number | null =>
  rate === null || before === null ? null : Math.round((rate - before) * 10) / 10
