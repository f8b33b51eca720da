import { lastDays } from '@showroom/contract/kernel/day'
import dayjs from 'dayjs'
import { dayOf, formatDay, lastSecondOf, nowSeconds, secondsOf } from '../day'
import type { DayRange } from '../form/DayPicker'

/** A range of days as it stands in a list's address: '' (open), '29d' (relative to today) or 'YYYYMMDD-YYYYMMDD'. */

export const shortcutDays = [1, 7, 29, 89, 364]

/** In the address: open, where leaving the range out means the list's usual days. */
export const anyDay = 'all'

/** The range that the address says; the usual one where it says none, or none that there is. */
export function readRange(value: string | undefined, usual = ''): string {
  if (value === anyDay) return ''
  return value && isRange(value) ? value : usual
}

function isRange(value: string): boolean {
  if (/^\d{1,3}d$/.test(value)) return true
  const [, from = '', to = ''] = /^(\d{8})?-(\d{8})?$/.exec(value) ?? []
  const days = [from, to].filter(Boolean)
  return days.length > 0 && days.every(isDay) && (days.length < 2 || from <= to)
}

const dayAt = (text: string) => dayjs(`${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`)
/** 20260231 would be taken for a day of March. */
const isDay = (text: string): boolean => dayAt(text).format('YYYYMMDD') === text

/** Seconds of a range; nothing when it is open. */
export function rangeOf(range: string, now = nowSeconds()): DayRange | undefined {
  if (!range) return undefined
  if (range.endsWith('d')) return lastDays(now, Number(range.slice(0, -1)))
  const [from = '', to = ''] = range.split('-')
  return { start: from ? secondsOf(dayAt(from)) : 0, end: to ? lastSecondOf(dayAt(to)) : 0 }
}

/** A picked range as text. One that equals a shortcut stays relative, so a link opened tomorrow means tomorrow's days. */
export function rangeText(
  range: DayRange | undefined,
  now = nowSeconds(),
  shortcuts: readonly number[] = shortcutDays,
): string {
  if (!range || (!range.start && !range.end)) return ''
  const shortcut = shortcuts.find((days) => {
    const same = lastDays(now, days)
    return same.start === range.start && same.end === range.end
  })
  if (shortcut) return `${shortcut}d`
  const day = (seconds: number) => (seconds ? dayOf(seconds).format('YYYYMMDD') : '')
  return `${day(range.start)}-${day(range.end)}`
}

export const rangePresets = (now = nowSeconds()) =>
  shortcutDays.map((days) => ({ label: `近${days}天`, value: lastDays(now, days) }))

/** The range in words, for the tag of a filter. */
export function rangeWords(range: string): string {
  if (range === '') return '不限'
  if (range.endsWith('d')) return `近${range.slice(0, -1)}天`
  const days = rangeOf(range)
  return `${formatDay(days?.start ?? 0) || '最早'} 至 ${formatDay(days?.end ?? 0) || '今天'}`
}
