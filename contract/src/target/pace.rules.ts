import { sumOfSet } from '../kernel/sum.ts'

/**
 * Pace of a month: what was due by now, what the month will come to, and what it takes a day to reach the target. A day weighs as much as
 * its weekday did in the last weeks (docs/decisions/0129).
 */

/** Kind of a day: 0 Monday to 6 Sunday, which holidays are too, or a make-up day (调休), which weighs as much as the average of Monday to Friday. */
export type DayKind = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7
export const sunday = 6
export const makeUpDay = 7

/** Weeks of the past that are read, and the least that make a pattern. */
export const pastWeeks = 12
const leastWeeks = 8
/** Least share of the month's weight that a forecast is made from. */
const leastShare = 0.05

/** Counts of a past week, Monday to Sunday. */
export type Week = readonly number[]

export interface Pattern {
  /** Weight of a day of each kind. */
  readonly weights: readonly number[]
  /** A low and a high week (10th and 90th percentile) as a multiple of the average week. */
  readonly low: number
  readonly high: number
}

const total = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0)

/** Value below which this share of the numbers lies, interpolated between its neighbours. */
function percentile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const at = (sorted.length - 1) * share
  const [below = 0, above = 0] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]]
  return below + (above - below) * (at - Math.floor(at))
}

/** Weekday pattern of past weeks: each weekday's median share of its week. Undefined without enough weeks that have counts. */
export function patternOf(past: readonly Week[]): Pattern | undefined {
  const weeks = past.filter((week) => total(week) > 0)
  if (weeks.length < leastWeeks) return undefined
  const sums = weeks.map(total)
  const shares = [0, 1, 2, 3, 4, 5, 6].map((day) =>
    percentile(
      weeks.map((week, at) => (week[day] ?? 0) / (sums[at] ?? 1)),
      0.5,
    ),
  )
  // A handful of counts may fall on other weekdays each week.
  if (total(shares) === 0) return undefined
  const average = total(sums) / sums.length
  return {
    weights: [...shares, total(shares.slice(0, 5)) / 5],
    low: Math.min(1, percentile(sums, 0.1) / average),
    high: Math.max(1, percentile(sums, 0.9) / average),
  }
}

export interface PaceFacts {
  /** Null for none. */
  readonly target: number | null
  readonly done: number
  /** Kinds of all days of the month. */
  readonly days: readonly DayKind[]
  /** Days of the month that are over, with the part of today. 0 before the month, all of them after it. */
  readonly gone: number
  /** Absent: all days weigh the same. */
  readonly pattern?: Pattern | undefined
}

export interface Pace {
  readonly done: number
  readonly target: number | null
  /** Part of the target that was due by now, with one decimal; null without target. */
  readonly due: number | null
  /** Null before the month. */
  readonly forecast: number | null
  /** Range of the forecast; null if it follows from even days. */
  readonly low: number | null
  readonly high: number | null
  /** Needed on each day that is left, today included, to reach the target. One decimal; null without target or without days. */
  readonly perDay: number | null
}

/** The weight gone by as a share of the month's, 0 to 1. */
export function shareGone({ days, gone, pattern }: Pick<PaceFacts, 'days' | 'gone' | 'pattern'>): number {
  const weights = days.map((kind) => (pattern ? (pattern.weights[kind] ?? 0) : 1))
  const passed = weights.map((weight, day) => weight * Math.min(1, Math.max(0, gone - day)))
  const all = total(weights)
  // Sums of the same numbers in the same order: exactly 1 at the end of the month.
  return all > 0 ? total(passed) / all : gone / days.length
}

export function paceOf({ target, done, days, gone, pattern }: PaceFacts): Pace {
  const left = days.length - Math.floor(gone)
  const share = shareGone({ days, gone, pattern })
  const hasPattern = pattern !== undefined && share >= leastShare
  // Until the first day is over it counts as a whole one, or the first customer of the month would promise hundreds.
  const basis = hasPattern ? share : Math.max(1, gone) / days.length
  const all = Math.max(done, done / basis)
  const at = (factor: number): number => Math.round(done + (all - done) * factor)
  const isKnown = gone > 0
  return {
    done,
    target,
    due: target === null ? null : Math.round(target * share * 10) / 10,
    forecast: isKnown ? at(1) : null,
    low: isKnown && hasPattern ? at(pattern.low) : null,
    high: isKnown && hasPattern ? at(pattern.high) : null,
    perDay: target === null || left <= 0 ? null : Math.ceil((Math.max(0, target - done) / left) * 10) / 10,
  }
}

/** Pace of several months: their sums. A forecast needs all of them; per day there is none. */
export function sumPaces(months: readonly Pace[]): Pace {
  const ofAll = (of: (pace: Pace) => number | null): number | null => {
    const numbers = months.map(of)
    return numbers.includes(null) ? null : sumOfSet(numbers)
  }
  const due = sumOfSet(months.map((pace) => pace.due))
  return {
    done: total(months.map(({ done }) => done)),
    target: sumOfSet(months.map(({ target }) => target)),
    due: due === null ? null : Math.round(due * 10) / 10,
    forecast: ofAll(({ forecast }) => forecast),
    low: ofAll(({ low, forecast }) => low ?? forecast),
    high: ofAll(({ high, forecast }) => high ?? forecast),
    perDay: null,
  }
}

/** Reached share of a target in percent, with one decimal; null without target. */
export const reachedRate = (done: number, target: number | null): number | null =>
  target === null ? null : target === 0 ? 100 : Math.round((done / target) * 1000) / 10
