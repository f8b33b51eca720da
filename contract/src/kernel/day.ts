/**
 * Calendar days in Asia/Shanghai, as the server counts them. China has kept UTC+8 without summer
 * time since 1992, so a fixed shift is exact for every date the product holds; no time-zone data is needed here.
 */
export const shiftSeconds = 8 * 3600
export const daySeconds = 86_400

/** First second of the day that holds the instant. Epoch seconds in and out. */
export const dayStart = (seconds: number): number =>
  Math.floor((seconds + shiftSeconds) / daySeconds) * daySeconds - shiftSeconds

/** First second of the day `days` after the instant's day. */
export const addDays = (seconds: number, days: number): number => dayStart(seconds) + days * daySeconds

/** First second after the day that holds the instant. */
export const dayEnd = (seconds: number): number => addDays(seconds, 1)

/** Days since Monday: 0 on Monday, 6 on Sunday. */
export const weekDay = (seconds: number): number =>
  (((Math.floor((seconds + shiftSeconds) / daySeconds) + 3) % 7) + 7) % 7

/** First second of the Monday of the instant's week. */
export const weekStart = (seconds: number): number => addDays(seconds, -weekDay(seconds))

/** "The last n days": today and the n days before it. */
export const lastDays = (nowSeconds: number, days: number): { start: number; end: number } => ({
  start: addDays(nowSeconds, -days),
  end: dayEnd(nowSeconds) - 1,
})

/** A Date whose UTC fields show Shanghai's calendar and clock. Use it for formatting only, never for arithmetic. */
export const inShanghai = (seconds: number): Date => new Date((seconds + shiftSeconds) * 1000)

/** The day that holds the instant, as YYYY-MM-DD. */
export const dayText = (seconds: number): string => inShanghai(seconds).toISOString().slice(0, 10)

/** The time of day, as HH:MM. */
export const clockText = (seconds: number): string => inShanghai(seconds).toISOString().slice(11, 16)

/** Minutes and seconds since midnight of a time (HH:MM). */
export const minuteOfDay = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
export const secondOfDay = (time: string): number => minuteOfDay(time) * 60

/** Whether a text is a valid calendar day, as YYYY-MM-DD. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const instant = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text)
}
