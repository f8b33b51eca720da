import { activityType, arrivalTypes } from './customer.rules.ts'
import { clockText, dayEnd, dayStart } from '../kernel/day.ts'

/** Rules of appointments: planned visits and test drives with an hour and a length. A plan without a length has no hour. */

export const quarterMinutes = 15
const quarterSeconds = quarterMinutes * 60

/** Lengths on offer, in minutes. */
export const appointmentMinutes = [30, 45, 60, 90, 120] as const

/** Minutes after the hour before an expected customer counts as late. */
export const lateMinutes = 10

/** Length that is chosen with the hour at first. */
export const usualMinutes = (type: number): number => (type === activityType.testDrive ? 60 : 30)

/** Whether an instant (epoch seconds) begins a quarter of an hour. */
export const beginsQuarter = (seconds: number): boolean => seconds % quarterSeconds === 0

/** A span on the clock: epoch seconds, and minutes. */
export interface Span {
  readonly startsAt: number
  readonly minutes: number
}

/** The span of a drive that begins now (epoch seconds): from the current quarter on, until midnight at most. */
export function spanFrom(now: number, minutes: number): Span {
  const startsAt = now - (now % quarterSeconds)
  return { startsAt, minutes: Math.min(minutes, (dayEnd(now) - startsAt) / 60) }
}

/** Starts of the quarters of an hour that a span covers; epoch seconds. */
export const quartersOf = ({ startsAt, minutes }: Span): number[] =>
  Array.from({ length: Math.ceil(minutes / quarterMinutes) }, (_one, at) => startsAt + at * quarterSeconds)

/** Whether a customer expected at the hour is late. Without an hour (`minutes` is 0) the whole day is good. */
export const isLate = ({ startsAt, minutes }: Span, nowSeconds: number): boolean =>
  minutes > 0 && nowSeconds - startsAt > lateMinutes * 60

export const overlaps = (one: Span, other: Span): boolean =>
  one.startsAt < other.startsAt + other.minutes * 60 && other.startsAt < one.startsAt + one.minutes * 60

/** Opening hours of a store or a car, in minutes since midnight. */
export interface Hours {
  readonly opensAt: number
  readonly closesAt: number
}

/** Whether a span lies within hours of its day. */
export function isWithin(span: Span, hours: Hours): boolean {
  const from = (span.startsAt - dayStart(span.startsAt)) / 60
  return from >= hours.opensAt && from + span.minutes <= hours.closesAt
}

/** Returns why no appointment can be planned for a span; undefined if one can. `store` has the store's hours, `now` is in epoch seconds. */
export function hourProblem(span: Span, store: Hours, now: number): string | undefined {
  if (!beginsQuarter(span.startsAt)) return '请选择整刻钟'
  if (span.startsAt < now) return '预约时间不能早于现在'
  const day = dayStart(now)
  const open = `${clockText(day + store.opensAt * 60)}–${clockText(day + store.closesAt * 60)}`
  return isWithin(span, store) ? undefined : `请选择门店营业时间${open}内的时间`
}

/** Minutes of the hours in which none of the spans lies; `spans` in the order of their starts. */
export function freeMinutes(spans: readonly Span[], { opensAt, closesAt }: Hours): number {
  let free = 0
  let from = opensAt
  for (const { startsAt, minutes } of spans) {
    const start = (startsAt - dayStart(startsAt)) / 60
    free += Math.max(0, Math.min(start, closesAt) - from)
    from = Math.max(from, start + minutes)
  }
  return free + Math.max(0, closesAt - from)
}

/** Starts of the spans of this length that fit into the hours of a day; epoch seconds. */
export const startsWithin = (day: number, minutes: number, { opensAt, closesAt }: Hours): number[] => {
  const first = Math.ceil(opensAt / quarterMinutes) * quarterMinutes
  const count = Math.floor((closesAt - minutes - first) / quarterMinutes) + 1
  return Array.from(
    { length: Math.max(0, count) },
    (_one, at) => dayStart(day) + (first + at * quarterMinutes) * 60,
  )
}

/** `10:00–11:00`. */
export const hoursText = ({ startsAt, minutes }: Span): string =>
  `${clockText(startsAt)}–${clockText(startsAt + minutes * 60)}`

/** The hour that a form plans with its next step. */
interface PlannedHour {
  readonly nextActivityType?: number
  readonly nextMinutes?: number | undefined
  readonly nextCarId?: number | undefined
}

/** Reports what does not fit together in a planned hour. Its start depends on the clock and the store: see `hourProblem`. */
export function reportHourProblems(
  { nextActivityType: type = 0, nextMinutes, nextCarId }: PlannedHour,
  report: (field: 'nextMinutes' | 'nextCarId', message: string) => void,
): void {
  if (nextMinutes && !arrivalTypes.includes(type)) report('nextMinutes', '只有到店和试驾可以预约时间')
  if (nextCarId) {
    if (type !== activityType.testDrive) report('nextCarId', '只有试驾可以预约试驾车')
    else if (!nextMinutes) report('nextMinutes', '请选择试驾时间')
  }
}
