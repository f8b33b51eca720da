import { addDays, dayEnd, daySeconds, dayStart, dayText, weekDay } from '../kernel/day.ts'

/** Periods of reports and of the big screen, and the earlier periods they are compared with. */

/** Kinds of period. A range is any run of consecutive days. */
export const dateType = { day: 1, week: 2, month: 3, year: 4, range: 5 } as const
export type DateType = (typeof dateType)[keyof typeof dateType]

/** Longest range of a report, in calendar days: three years. */
export const rangeMaxDays = 3 * 366

/** Instants in epoch seconds, the end excluded. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** First second of the month `by` months after the month of the given instant. Shanghai has no daylight saving time. */
function monthStart(seconds: number, by: number): number {
  const [year = 0, month = 0] = dayText(seconds).split('-').map(Number)
  const first = new Date(Date.UTC(year, month - 1 + by, 1)).toISOString().slice(0, 10)
  return Date.parse(`${first}T00:00:00+08:00`) / 1000
}

type Regular = Exclude<DateType, 5>
const starts: Readonly<Record<Regular, (seconds: number, by: number) => number>> = {
  1: (seconds, by) => addDays(seconds, by),
  2: (seconds, by) => addDays(seconds, by * 7 - weekDay(seconds)),
  3: monthStart,
  4: (seconds, by) => monthStart(seconds, by * 12 - (Number(dayText(seconds).slice(5, 7)) - 1)),
}

/** First second of the period of this kind that contains the instant, shifted by `by` periods. Epoch seconds. */
export const periodStart = (type: Regular, seconds: number, by = 0): number =>
  starts[type](dayStart(seconds), by)

/** The whole period of this kind that contains the instant. */
export const periodOf = (type: Regular, seconds: number): Span => ({
  start: periodStart(type, seconds),
  end: periodStart(type, seconds, 1),
})

/** The days of a range, both ends included, cut off after today. */
export const daysUntilToday = (first: number, last: number, now: number): Span => ({
  start: dayStart(first),
  end: Math.min(dayEnd(last), dayEnd(now)),
})

/**
 * Returns the earlier span to compare a span of days with (同期). A finished period is compared with the whole period before it, a running
 * one with the same elapsed part of it, capped at its length. A range is compared with as many days directly before it.
 */
export function spanBefore(type: DateType, { start, end }: Span, now: number): Span {
  const gone = Math.min(end, now) - start
  if (type !== dateType.range && periodStart(type, start) === start) {
    const next = periodStart(type, start, 1)
    const startBefore = periodStart(type, start, -1)
    if (end === next && now >= next) return { start: startBefore, end: start }
    if (end === Math.min(next, dayEnd(now)))
      return { start: startBefore, end: Math.min(start, startBefore + gone) }
  }
  const days = Math.round((end - start) / daySeconds)
  const startBefore = addDays(start, -days)
  return { start: startBefore, end: startBefore + gone }
}

/** Converts a ratio to percent with one decimal. */
export const toTenths = (ratio: number): number => Math.round(ratio * 1000) / 10

/** Change in percent with one decimal; null if the earlier count is 0. */
export const changeRate = (count: number, before: number): number | null =>
  before === 0 ? null : toTenths((count - before) / before)
