import {
  addDays,
  dayStart,
  daySeconds,
  dayText,
  isDay,
  lastDays,
  weekDay,
} from '@showroom/contract/kernel/day'
import type { DayRange } from '../form/DayPicker'

/**
 * A range of days as it stands in a list's address: '' (open), 'YYYYMMDD-YYYYMMDD', or relative to today, and so always of the day on
 * which it is looked at: '29d' (the last 29 days), '-7d' (until 7 days ago), 'yesterday', 'week' and 'month' (from their first to their
 * last day).
 * Without dayjs, since every address is read before the first page is there.
 */

export const shortcutDays: readonly number[] = [1, 7, 29, 89, 364]

/** In the address: open, where leaving the range out means the list's usual days. */
export const anyDay = 'all'

const nowSeconds = (): number => Math.floor(Date.now() / 1000)

/** Yesterday; whole weeks, from Monday on, and months. */
const periods: Readonly<Record<string, { readonly label: string; readonly of: (now: number) => DayRange }>> =
  {
    yesterday: {
      label: '昨天',
      of: (now) => ({ start: addDays(now, -1), end: dayStart(now) - 1 }),
    },
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

/** The range that the address says; the usual one where it says none, or none that there is. */
export function readRange(value: string | undefined, usual = ''): string {
  if (value === anyDay) return ''
  return value && isRange(value) ? value : usual
}

function isRange(value: string): boolean {
  if (/^-?\d{1,3}d$/.test(value) || value in periods) return true
  const [, from = '', to = ''] = /^(\d{8})?-(\d{8})?$/.exec(value) ?? []
  const days = [from, to].filter(Boolean)
  return days.length > 0 && days.every((day) => isDay(withDashes(day))) && (days.length < 2 || from <= to)
}

const withDashes = (day: string): string => `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`

/** First second of a day, YYYYMMDD. Midnight in Greenwich is the same day in Shanghai. */
const startOf = (day: string): number => dayStart(Date.parse(`${withDashes(day)}T00:00:00Z`) / 1000)

/** Seconds of a range; nothing when it is open. */
export function rangeOf(range: string, now = nowSeconds()): DayRange | undefined {
  if (!range) return undefined
  if (periods[range]) return periods[range].of(now)
  if (isUntil(range)) return { start: 0, end: addDays(now, 1 - daysOf(range)) - 1 }
  if (range.endsWith('d')) return lastDays(now, daysOf(range))
  const [from = '', to = ''] = range.split('-')
  return { start: from ? startOf(from) : 0, end: to ? startOf(to) + daySeconds - 1 : 0 }
}

const isUntil = (range: string): boolean => /^-\d{1,3}d$/.test(range)
/** The number in '29d' and '-7d'. */
const daysOf = (range: string): number => Number(/\d+/.exec(range)?.[0])

/** How many calendar days a range covers; endless where an end is open. */
export function daysIn(range: string): number {
  const { start = 0, end = 0 } = rangeOf(range) ?? {}
  return start && end ? (end + 1 - start) / daySeconds : Number.POSITIVE_INFINITY
}

const isSame = (one: DayRange, other: DayRange): boolean => one.start === other.start && one.end === other.end

/** A picked range as text. One that equals a preset stays relative, so a link opened tomorrow means tomorrow's days. */
export function rangeText(range: DayRange | undefined, now = nowSeconds(), shortcuts = shortcutDays): string {
  if (!range || (!range.start && !range.end)) return ''
  const shortcut = shortcuts.find((days) => isSame(lastDays(now, days), range))
  if (shortcut !== undefined) return `${shortcut}d`
  const period = Object.keys(periods).find((name) =>
    isSame(periods[name]?.of(now) ?? { start: 0, end: 0 }, range),
  )
  if (period) return period
  const day = (seconds: number) => (seconds ? dayText(seconds).replaceAll('-', '') : '')
  return `${day(range.start)}-${day(range.end)}`
}

const lastDaysWords = (days: number): string => (days === 0 ? '今天' : `近${days}天`)

/** What can be picked by one press; `most` days at most. */
export const rangePresets = (shortcuts = shortcutDays, most = Number.POSITIVE_INFINITY, now = nowSeconds()) =>
  [
    ...shortcuts.map((days) => ({ label: lastDaysWords(days), value: lastDays(now, days) })),
    ...Object.values(periods).map(({ label, of }) => ({ label, value: of(now) })),
  ].filter(({ value }) => (value.end + 1 - value.start) / daySeconds <= most)

/** The range in words, for the tag of a filter. */
export function rangeWords(range: string): string {
  if (range === '') return '不限'
  if (periods[range]) return periods[range].label
  if (isUntil(range)) return `${daysOf(range)}天前及更早`
  if (range.endsWith('d')) return lastDaysWords(daysOf(range))
  const { start = 0, end = 0 } = rangeOf(range) ?? {}
  return `${start ? dayText(start) : '最早'} 至 ${end ? dayText(end) : '今天'}`
}

/** From the first of the month to today: nobody exports tomorrow. */
export const monthToToday = (now = nowSeconds()): string =>
  `${dayText(now).replaceAll('-', '').slice(0, 6)}01-${dayText(now).replaceAll('-', '')}`
