import { inShanghai } from '@showroom/contract/kernel/day'
import { daysFromToday, formatDay } from './day'
import { relativeDay } from './RelativeTime'

const weekdays = '日一二三四五六'

/** `周二`, by the Shanghai calendar in any browser time zone. */
export const weekdayOf = (seconds: number): string => `周${weekdays[inShanghai(seconds).getUTCDay()]}`

/** `2026-11-24 周二`. */
export const dayWithWeekday = (seconds: number): string => `${formatDay(seconds)} ${weekdayOf(seconds)}`

/** Distance of the last day that has a word: 后天. */
export const nearDays = 2

/** `明天`, `90天后`: the distance to a future day, however far. */
export function inDays(day: number, now: number): string {
  const days = daysFromToday(day, now)
  return days > nearDays ? `${days}天后` : relativeDay(day, now)
}

/** `02:07`: the length of a call in minutes and seconds. */
export const clockText = (seconds: number): string =>
  [Math.floor(seconds / 60), Math.floor(seconds % 60)].map((part) => String(part).padStart(2, '0')).join(':')
