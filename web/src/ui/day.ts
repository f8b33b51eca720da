import { dayStart, daySeconds, inShanghai, shiftSeconds } from '@showroom/contract/kernel/day'
import dayjs, { type Dayjs } from 'dayjs'
import { nowSeconds } from '../api/clock'

/**
 * Conversions between the wire's epoch seconds and the calendar days people see and pick. A day is a day of
 * Asia/Shanghai in any browser time zone, so only year, month and day of the pickers' local dates are read.
 */

/** The method with which `dayjs()` reads its argument; the types leave it out. */
interface Parsing {
  parse: (this: unknown, config: { date?: unknown }) => void
}

// Pickers take today from dayjs: it is the server's, in Asia/Shanghai.
dayjs.extend((_option, { prototype }) => {
  const parsing = prototype as unknown as Parsing
  const { parse } = parsing
  parsing.parse = function parseNow(config) {
    parse.call(this, config.date === undefined ? { ...config, date: localNow() } : config)
  }
})

/** The server's time in Asia/Shanghai, as a local date with the same year, month, day and time. */
function localNow(): Date {
  const now = inShanghai(nowSeconds())
  // source-disable-next-line localZone -- antd's calendars read this zone
  return new Date(
    now.getUTCFullYear(),
    now.getUTCMonth(),
    now.getUTCDate(),
    now.getUTCHours(),
    now.getUTCMinutes(),
    now.getUTCSeconds(),
  )
}

/** The day of an instant, as a local date for the pickers. */
export function dayOf(seconds: number): Dayjs {
  const date = inShanghai(seconds)
  // source-disable-next-line localZone -- antd's pickers read this zone
  return dayjs(new Date(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()))
}

/** First second of a picked day. */
export const secondsOf = (day: Dayjs): number =>
  Date.UTC(day.year(), day.month(), day.date()) / 1000 - shiftSeconds

/** Last second of a picked day. */
export const lastSecondOf = (day: Dayjs): number => secondsOf(day) + daySeconds - 1

const pad = (value: number): string => String(value).padStart(2, '0')

/** `2026-11-21`; empty for 0. */
export const formatDay = (seconds: number): string => (seconds ? dayOf(seconds).format('YYYY-MM-DD') : '')

/** `2026-11-21 14:05`; empty for 0. */
export function formatMinute(seconds: number): string {
  if (!seconds) return ''
  const date = inShanghai(seconds)
  return `${formatDay(seconds)} ${pad(date.getUTCHours())}:${pad(date.getUTCMinutes())}`
}

/** Whole days from today to the instant's day: 0 is today, negative is past. */
export const daysFromToday = (seconds: number, now = nowSeconds()): number =>
  (dayStart(seconds) - dayStart(now)) / daySeconds
