import { addDays, dayStart, daySeconds, dayText, secondOfDay } from '@showroom/contract/kernel/day'
import type { Random } from './random.ts'

/** Instants in a store's day (Asia/Shanghai), in epoch seconds. */

const opens = 9 * 3600
const closes = 18 * 3600

/** A random moment within opening hours of the instant's day. */
export const duringDay = (seconds: number, random: Random): number =>
  dayStart(seconds) + random.int(opens, closes - 1800)

/** A random moment within opening hours, `days` days later. */
export const daysLater = (seconds: number, days: number, random: Random): number =>
  duringDay(addDays(seconds, days), random)

/** The same instant if the store is open then, otherwise the next opening. */
export function nextOpen(seconds: number): number {
  const intoDay = seconds - dayStart(seconds)
  if (intoDay < opens) return dayStart(seconds) + opens
  return intoDay >= closes ? addDays(seconds, 1) + opens : seconds
}

/** Seconds between two instants that fall within the daily hours (`HH:MM`). */
export function secondsWithinHours(from: number, to: number, starts: string, ends: string): number {
  const [low, high] = [secondOfDay(starts), secondOfDay(ends)]
  let total = 0
  for (let day = dayStart(from); day < to; day += daySeconds)
    total += Math.max(0, Math.min(to, day + high) - Math.max(from, day + low))
  return total
}

/** The instant that lies this many seconds of daily hours before another. */
export function withinHoursBefore(from: number, seconds: number, starts: string, ends: string): number {
  let left = seconds
  for (let day = dayStart(from); ; day = addDays(day, -1)) {
    const [opened, closed] = [day + secondOfDay(starts), Math.min(from, day + secondOfDay(ends))]
    if (closed - opened >= left) return closed - left
    left -= Math.max(0, closed - opened)
  }
}

/** `11月21日`, as used in notes. */
export function dayWords(seconds: number): string {
  const [, month, day] = dayText(seconds).split('-').map(Number)
  return `${month}月${day}日`
}

export const instant = (seconds: number): Date => new Date(seconds * 1000)
