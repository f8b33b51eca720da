import { dayStart, minuteOfDay } from '../kernel/day.ts'

/** Pure rules of attendance, used by both sides (docs/product/attendance.md). */

export const signType = { in: 1, out: 2 } as const

/** Signs of one member in a day: whoever needs more presses in vain. */
export const mostSigns = 30
/** Presses of the same button within these seconds are one. */
export const sameSignSeconds = 60
/** Who has not signed in is reminded up to this long after the hours began, and not later in the day. */
export const remindWithinMinutes = 60

/** What is judged of a sign; `at` in epoch seconds. */
export interface SignFacts {
  readonly type: number
  readonly at: number
  readonly isOutside: boolean
}

/** A day of one member: the store's hours as they held on it, and the signs in their order. */
export interface DayFacts {
  /** YYYY-MM-DD in Asia/Shanghai. */
  readonly day: string
  readonly inTime: string
  readonly offTime: string
  /** No rest day, and nobody who need not sign in. */
  readonly isDue: boolean
  readonly signs: readonly SignFacts[]
}

/** What a day of a member counts as; instants in epoch seconds, 0 for none. */
export interface DayResult {
  readonly first: number
  readonly lastOut: number
  readonly isLate: boolean
  readonly isEarly: boolean
  readonly isAbsent: boolean
  readonly isOutside: boolean
  /** Signed in and, the hours being over, never out. */
  readonly lacksOut: boolean
}

/** Minutes of the day of an instant: whole ones, so that 08:30:59 is 08:30. */
const minuteAt = (seconds: number): number => Math.floor((seconds - dayStart(seconds)) / 60)

/**
 * Late: the first sign comes after the minute of `inTime`. Early: the last sign-out comes before `offTime`. Absent: due and no sign,
 * today only once the hours are over. Signs on a day that is not due make nobody late.
 */
export function judgeDay({ day, inTime, offTime, isDue, signs }: DayFacts, now: number): DayResult {
  const first = signs[0]?.at ?? 0
  const lastOut = signs.findLast(({ type }) => type === signType.out)?.at ?? 0
  const isOver = now >= Date.parse(`${day}T${offTime}:00+08:00`) / 1000
  return {
    first,
    lastOut,
    isLate: isDue && first > 0 && minuteAt(first) > minuteOfDay(inTime),
    isEarly: isDue && lastOut > 0 && minuteAt(lastOut) < minuteOfDay(offTime),
    isAbsent: isDue && first === 0 && isOver,
    isOutside: signs.some(({ isOutside }) => isOutside),
    lacksOut: first > 0 && lastOut === 0 && isOver,
  }
}
