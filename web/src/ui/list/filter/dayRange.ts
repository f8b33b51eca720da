import {
  addDays,
  dayStart,
  daySeconds,
  dayText,
  isDay,
  lastDays,
  weekDay,
} from '@showroom/contract/kernel/day'
import { nowSeconds } from '../../../api/clock'
import type { DayRange } from '../../form/DayPicker'

/**
 * Range of days in a list's address. '' is open, 'YYYYMMDD-YYYYMMDD' fixed. Relative ranges always count from the
 * current day: '29d' (today and the 29 days before it), '-7d' (until 7 days ago), 'yesterday', 'week' and 'month' (from their first to
 * their last day). Without dayjs, because addresses are parsed before the first page has loaded.
 */

/** An open range in the address, for lists where no range means the usual days. */
export const anyDay = 'all'

interface Named {
  readonly label: string
  readonly of: (now: number) => DayRange
}
const endingToday = (label: string, before: number): Named => ({
  label,
  of: (now) => lastDays(now, before),
})

/** The ranges with a name, which the picker offers in this order. */
const named: Readonly<Record<string, Named>> = {
  '0d': endingToday('今天', 0),
  yesterday: { label: '昨天', of: (now) => ({ start: addDays(now, -1), end: dayStart(now) - 1 }) },
  '6d': endingToday('近一周', 6),
  '29d': endingToday('近一月', 29),
  '89d': endingToday('近三月', 89),
  '364d': endingToday('近一年', 364),
  week: {
    label: '本周',
    of: (now) => ({ start: addDays(now, -weekDay(now)), end: addDays(now, 7 - weekDay(now)) - 1 }),
  },
  month: { label: '本月', of: monthOf },
}

function monthOf(now: number): DayRange {
  const [year = '', month = ''] = dayText(now).split('-')
  const first = (months: number): number =>
    dayStart(Date.UTC(Number(year), Number(month) - 1 + months, 1) / 1000)
  return { start: first(0), end: first(1) - 1 }
}

/** The range of the address; the usual one if it is missing or invalid. */
export function readRange(value: string | undefined, usual = ''): string {
  if (value === anyDay) return ''
  return value && isRange(value) ? value : usual
}

function isRange(value: string): boolean {
  if (/^-?\d{1,3}d$/.test(value) || value in named) return true
  const [, from = '', to = ''] = /^(\d{8})?-(\d{8})?$/.exec(value) ?? []
  const days = [from, to].filter(Boolean)
  return days.length > 0 && days.every((day) => isDay(withDashes(day))) && (days.length < 2 || from <= to)
}

const withDashes = (day: string): string => `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`

/** First second of a day given as YYYYMMDD. Midnight UTC falls on the same day in Shanghai. */
const startOf = (day: string): number => dayStart(Date.parse(`${withDashes(day)}T00:00:00Z`) / 1000)

/** The range in epoch seconds; undefined if it is open. */
export function rangeOf(range: string, now = nowSeconds()): DayRange | undefined {
  if (!range) return undefined
  if (named[range]) return named[range].of(now)
  if (isUntil(range)) return { start: 0, end: addDays(now, 1 - daysOf(range)) - 1 }
  if (range.endsWith('d')) return lastDays(now, daysOf(range))
  const [from = '', to = ''] = range.split('-')
  return { start: from ? startOf(from) : 0, end: to ? startOf(to) + daySeconds - 1 : 0 }
}

const isUntil = (range: string): boolean => /^-\d{1,3}d$/.test(range)
/** The number in '29d' and '-7d'. */
const daysOf = (range: string): number => Number(/\d+/.exec(range)?.[0])

/** The number of calendar days in a range; infinite if an end is open. */
export function daysIn(range: string): number {
  const { start = 0, end = 0 } = rangeOf(range) ?? {}
  return start && end ? (end + 1 - start) / daySeconds : Number.POSITIVE_INFINITY
}

const isSame = (one: DayRange, other: DayRange): boolean => one.start === other.start && one.end === other.end

/** Writes a picked range as text. One that equals a preset stays relative, so that a link opened tomorrow shows tomorrow's range. */
export function rangeText(range: DayRange | undefined, now = nowSeconds()): string {
  if (!range || (!range.start && !range.end)) return ''
  const name = Object.keys(named).find((one) => isSame(named[one]?.of(now) ?? { start: 0, end: 0 }, range))
  if (name) return name
  const day = (seconds: number) => (seconds ? dayText(seconds).replaceAll('-', '') : '')
  return `${day(range.start)}-${day(range.end)}`
}

/** Presets of the picker, limited to `most` days. */
export const rangePresets = (most = Number.POSITIVE_INFINITY, now = nowSeconds()) =>
  Object.values(named)
    .map(({ label, of }) => ({ label, value: of(now) }))
    .filter(({ value }) => (value.end + 1 - value.start) / daySeconds <= most)

/** The range in words, for a filter's tag. */
export function rangeWords(range: string): string {
  if (range === '') return '不限'
  if (named[range]) return named[range].label
  if (isUntil(range)) return `${daysOf(range)}天前及更早`
  if (range.endsWith('d')) return `近${daysOf(range) + 1}天`
  const { start = 0, end = 0 } = rangeOf(range) ?? {}
  return `${start ? dayText(start) : '最早'} 至 ${end ? dayText(end) : '今天'}`
}

/** From the first of the month to today, the range to export. */
export const monthToToday = (now = nowSeconds()): string =>
  `${dayText(now).replaceAll('-', '').slice(0, 6)}01-${dayText(now).replaceAll('-', '')}`
