import { dayStart, minuteOfDay } from '../kernel/day.ts'

/** Pure rules of attendance, shared by browser and server (docs/product/attendance.md). */

export const signType = { in: 1, out: 2 } as const

/** Most signs of a member per day; further ones are rejected. */
export const mostSigns = 30
/** Repeated presses of a button within these seconds count once. */
export const sameSignSeconds = 60
/** Members are reminded to sign in up to this long after the hours began. */
export const remindWithinMinutes = 60

/** Facts of a sign that the rules judge; `at` in epoch seconds. */
export interface SignFacts {
  readonly type: number
  readonly at: number
  readonly isOutside: boolean
}

/** One day of a member: the store's hours valid on it, and the signs in order. */
export interface DayFacts {
  /** YYYY-MM-DD in Asia/Shanghai. */
  readonly day: string
  readonly inTime: string
  readonly offTime: string
  /** The member must sign in: not on rest days and not if excused. */
  readonly isDue: boolean
  readonly signs: readonly SignFacts[]
}

/** Result of a member's day; instants in epoch seconds, 0 for none. */
export interface DayResult {
  readonly first: number
  readonly lastOut: number
  /** Counts as a due day: due, and signed or the hours are over. A counted day is either attended or absent. */
  readonly isCounted: boolean
  readonly isLate: boolean
  readonly isEarly: boolean
  readonly isAbsent: boolean
  readonly isOutside: boolean
  /** Signed in, but not out although the hours are over. */
  readonly lacksOut: boolean
}

/** Minute of the day, rounded down: 08:30:59 counts as 08:30. */
const minuteAt = (seconds: number): number => Math.floor((seconds - dayStart(seconds)) / 60)

/**
 * Judges a day. Late: the first sign is after the minute `inTime`. Early: the last sign-out is before `offTime`. Absent: due without a
 * sign; for today only once the hours are over. On a day that is not due nothing counts as late, early or absent.
 */
export function judgeDay({ day, inTime, offTime, isDue, signs }: DayFacts, now: number): DayResult {
  const first = signs[0]?.at ?? 0
  const lastOut = signs.findLast(({ type }) => type === signType.out)?.at ?? 0
  const isOver = now >= Date.parse(`${day}T${offTime}:00+08:00`) / 1000
  return {
    first,
    lastOut,
    isCounted: isDue && (first > 0 || isOver),
    isLate: isDue && first > 0 && minuteAt(first) > minuteOfDay(inTime),
    isEarly: isDue && lastOut > 0 && minuteAt(lastOut) < minuteOfDay(offTime),
    isAbsent: isDue && first === 0 && isOver,
    isOutside: signs.some(({ isOutside }) => isOutside),
    lacksOut: first > 0 && lastOut === 0 && isOver,
  }
}
