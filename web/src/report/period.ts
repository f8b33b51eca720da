import { addDays, dayStart, dayText } from '@showroom/contract/kernel/day'
import {
  dateType,
  type DateType,
  periodOf,
  periodStart,
  rangeMaxDays,
} from '@showroom/contract/report/period.rules'
import { type PeriodSearch, withDashes } from '../frame/period.search'

const usualType: DateType = dateType.month

/** Days in epoch seconds, both included: the whole period, even if part of it is in the future. */
export interface Period {
  readonly type: DateType
  readonly start: number
  readonly end: number
}

const secondsOf = (text: string): number => Date.parse(`${withDashes(text)}T00:00:00+08:00`) / 1000
const digitsOf = (seconds: number): string => dayText(seconds).replaceAll('-', '')

export const typeOf = ({ dt }: PeriodSearch): DateType => (dt as DateType | undefined) ?? usualType

/** The days in the address; undefined for a range that is incomplete or invalid. */
export function readPeriod(search: PeriodSearch, now: number): Period | undefined {
  const type = typeOf(search)
  if (type !== dateType.range) {
    const day = search.d ? secondsOf(search.d) : now
    const { start, end } = periodOf(type, Math.min(day, now))
    return { type, start, end: end - 1 }
  }
  if (!search.d || !search.e) return undefined
  const [start, last] = [secondsOf(search.d), secondsOf(search.e)]
  const isSane = start <= last && start <= now && addDays(start, rangeMaxDays) > last
  return isSane ? { type, start, end: Math.min(addDays(last, 1), addDays(now, 1)) - 1 } : undefined
}

/** The address of a period, without default values. */
export function searchOf({ type, start, end }: Period, now: number): Pick<PeriodSearch, 'dt' | 'd' | 'e'> {
  const dt = type === usualType ? undefined : type
  if (type === dateType.range) return { dt, d: digitsOf(start), e: digitsOf(end) }
  const isNow = periodStart(type, start) === periodStart(type, now)
  return { dt, d: isNow ? undefined : digitsOf(start), e: undefined }
}

/** Its days up to today, for a list's address: `20261101-20261122`. */
export const rangeOf = ({ start, end }: Period, now: number): string =>
  `${digitsOf(start)}-${digitsOf(Math.min(end, now))}`

/** The request fields of the period. */
export const daysOf = ({ type, start, end }: Period, now: number) => ({
  dateType: type,
  dateStart: start,
  dateEnd: Math.min(end, dayStart(now)),
})

/** `2026-11-01 至 2026-11-22`, up to today. */
export function wordsOf({ start, end }: Period, now: number): string {
  const [from, to] = [dayText(start), dayText(Math.min(end, now))]
  return from === to ? from : `${from} 至 ${to}`
}
