import { dayStart, daySeconds, dayText, isDay, lastDays } from '@showroom/contract/kernel/day'
import type { DayRange } from '../form/DayPicker'

/**
 * A range of days as it stands in a list's address: '' (open), '29d' (relative to today) or 'YYYYMMDD-YYYYMMDD'. Without dayjs, since
 * every address is read before the first page is there.
 */

export const shortcutDays: readonly number[] = [1, 7, 29, 89, 364]

/** In the address: open, where leaving the range out means the list's usual days. */
export const anyDay = 'all'

const nowSeconds = (): number => Math.floor(Date.now() / 1000)

/** The range that the address says; the usual one where it says none, or none that there is. */
export function readRange(value: string | undefined, usual = ''): string {
  if (value === anyDay) return ''
  return value && isRange(value) ? value : usual
}

function isRange(value: string): boolean {
  if (/^\d{1,3}d$/.test(value)) return true
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
  if (range.endsWith('d')) return lastDays(now, Number(range.slice(0, -1)))
  const [from = '', to = ''] = range.split('-')
  return { start: from ? startOf(from) : 0, end: to ? startOf(to) + daySeconds - 1 : 0 }
}

/** How many calendar days a range covers; endless where an end is open. */
export function daysIn(range: string): number {
  const { start = 0, end = 0 } = rangeOf(range) ?? {}
  return start && end ? (end + 1 - start) / daySeconds : Number.POSITIVE_INFINITY
}

/** A picked range as text. One that equals a shortcut stays relative, so a link opened tomorrow means tomorrow's days. */
export function rangeText(range: DayRange | undefined, now = nowSeconds(), shortcuts = shortcutDays): string {
  if (!range || (!range.start && !range.end)) return ''
  const shortcut = shortcuts.find((days) => {
    const same = lastDays(now, days)
    return same.start === range.start && same.end === range.end
  })
  if (shortcut !== undefined) return `${shortcut}d`
  const day = (seconds: number) => (seconds ? dayText(seconds).replaceAll('-', '') : '')
  return `${day(range.start)}-${day(range.end)}`
}

export const rangePresets = (shortcuts = shortcutDays, now = nowSeconds()) =>
  shortcuts.map((days) => ({ label: days === 0 ? '今天' : `近${days}天`, value: lastDays(now, days) }))

/** The range in words, for the tag of a filter. */
export function rangeWords(range: string): string {
  if (range === '') return '不限'
  if (range.endsWith('d')) return `近${range.slice(0, -1)}天`
  const { start = 0, end = 0 } = rangeOf(range) ?? {}
  return `${start ? dayText(start) : '最早'} 至 ${end ? dayText(end) : '今天'}`
}

/** From the first of the month to today: nobody exports tomorrow. */
export const monthToToday = (now = nowSeconds()): string =>
  `${dayText(now).replaceAll('-', '').slice(0, 6)}01-${dayText(now).replaceAll('-', '')}`
