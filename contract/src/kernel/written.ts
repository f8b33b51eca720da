import { dayStart, inShanghai, isDay, weekStart } from './day.ts'

/** Reads days as people write them. */

const gap = String.raw`[-/.,年月\s_~—–、]{1,2}`
const year4 = String.raw`(?<y>\d{4})`
const monthPart = String.raw`(?<m>\d{1,2})`
const dayPart = String.raw`(?<d>\d{1,2})`
const end = String.raw`(?!\d)[日号]?`
/** Orders of year, month and day, the usual one first. A text may fit several: 11-29-26 is no day of 2011. */
const orders = [
  `^${year4}${gap}${monthPart}${gap}${dayPart}${end}`,
  String.raw`^(?<y>\d{4})(?<m>\d\d)(?<d>\d\d)${end}`,
  String.raw`^'?(?<y>\d\d)${gap}${monthPart}${gap}${dayPart}${end}`,
  `^${monthPart}${gap}${dayPart}${gap}${year4}${end}`,
  `^${dayPart}${gap}${monthPart}${gap}${year4}${end}`,
  String.raw`^${monthPart}${gap}${dayPart}${gap}(?<y>\d\d)${end}`,
  String.raw`^${dayPart}${gap}${monthPart}${gap}(?<y>\d\d)${end}`,
  String.raw`^${monthPart}${gap}${dayPart}(?!${gap}\d)${end}`,
  String.raw`^(?<m>\d\d)(?<d>\d\d)$`,
  String.raw`^${dayPart}[日号]`,
].map((order) => new RegExp(order))
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const digits = '零一二三四五六七八九'
const daysFromToday: Readonly<Record<string, number>> = {
  前天: -2,
  昨天: -1,
  昨日: -1,
  今天: 0,
  今日: 0,
  当天: 0,
  明天: 1,
  明日: 1,
  后天: 2,
  大后天: 3,
}
const daySeconds = 86_400
const weekDays = '一二三四五六日'
/** A day of this week, or of the one before or after. */
const dayOfWeek = /^(?<week>[上本这下]?)个?(?:星期|周|礼拜)(?<day>[一二三四五六日天])/

/** Numbers that a spreadsheet program shows for days without a format: 2000 to 2100. */
const serial = /^(?:3[6-9]|[4-6]\d|7[0-2])\d{3}(?:\.\d+)?$/
const serialOfEpoch = 25_569

/** Writes Chinese numerals as digits: 二〇二六年十一月二十九日. */
const withDigits = (text: string): string =>
  text.replaceAll(/[〇零一二三四五六七八九十]{1,6}(?=[年月日号]|$)/g, (numeral) => {
    const [tens = '', ones = ''] = numeral.split('十')
    const digit = (one: string): string => String(digits.indexOf(one.replace('〇', '零')))
    return numeral.includes('十')
      ? `${tens ? digit(tens) : '1'}${ones ? digit(ones) : '0'}`
      : Array.from(numeral, digit).join('')
  })

/** Writes English months as numbers: 29-Nov-26, Nov 29, 2026. */
const withMonths = (text: string): string =>
  text.replace(
    /^(?:(\d{1,2})[-\s/]*)?([a-z]{3})[a-z]*\.?(?:[-\s/]*(\d{1,2})(?=$|\D))?(?:[-\s/,]+(\d{4}))?$/i,
    (whole, before: string | undefined, name: string, after: string | undefined, year: string = '') => {
      const at = months.indexOf(name.toLowerCase()) + 1
      if (at === 0) return whole
      const written = year || (before && after ? `20${after}` : '')
      return `${written && `${written}-`}${at}-${before ?? after ?? ''}`
    },
  )

function dayOf(year: number, month: number, day: number): number | undefined {
  const iso = [String(year).padStart(4, '20'), month, day]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')
  return isDay(iso) ? Date.parse(`${iso}T00:00:00+08:00`) / 1000 : undefined
}

/** The days that one order of the text may mean: one with a year, else those around today. */
function daysOf(groups: Readonly<Record<string, string>>, nowSeconds: number): number[] {
  const [y, m, d] = ['y', 'm', 'd'].map((part) => Number(groups[part] ?? 0)) as [number, number, number]
  const now = inShanghai(nowSeconds)
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()]
  const around = [0, -1, 1, -2, 2]
  const days = groups['y']
    ? [dayOf(y, m, d)]
    : groups['m']
      ? around.map((one) => dayOf(year + one, m, d))
      : around.map((one) => {
          const first = new Date(Date.UTC(year, month + one, 1))
          return dayOf(first.getUTCFullYear(), first.getUTCMonth() + 1, d)
        })
  return days
    .filter((one) => one !== undefined)
    .toSorted((one, other) => Math.abs(one - nowSeconds) - Math.abs(other - nowSeconds))
}

/** Seconds since midnight of a time of the day in the text; 0 without one. */
function timeOf(text: string): number {
  const [, half = '', hour = '0', minute = '0', second = '0'] =
    /(上午|下午|晚上|中午|凌晨|am|pm)? ?(\d{1,2})[:时点](?:(\d{1,2})分?)?(?::?(\d{1,2}))?/i.exec(text) ?? []
  const isLate = /下午|晚上|pm/i.test(half) && Number(hour) < 12
  const hours = Number(hour) + (isLate ? 12 : 0)
  return hours < 24 && Number(minute) < 60 ? hours * 3600 + Number(minute) * 60 + Number(second) : Number.NaN
}

/**
 * Reads a day, and a time of it, in Asia/Shanghai, as epoch seconds; NaN for anything else. A day without a year, or without a month, is the
 * nearest one that `isPossible`, else the nearest.
 */
export function readTime(
  written: string,
  nowSeconds: number,
  isPossible: (seconds: number) => boolean = () => true,
): number {
  const plain = written
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .trim()
  const text = withDigits(plain.replaceAll(/[([]?(?:星期|周|礼拜)[一二三四五六日天][)\]]?/g, ' ').trim())
  if (serial.test(text)) return Math.round((Number(text) - serialOfEpoch) * daySeconds) - 8 * 3600
  const { week = '', day } = dayOfWeek.exec(plain)?.groups ?? {}
  if (day) {
    const at = weekStart(nowSeconds) + weekDays.indexOf(day.replace('天', '日')) * daySeconds
    const weeks = week === '' ? [0, 1, -1] : [{ 上: -1, 下: 1 }[week] ?? 0]
    const days = weeks.map((one) => at + one * 7 * daySeconds)
    return days.find((one) => isPossible(one)) ?? at
  }
  const [word = ''] = /^[前昨今当明后大]+[天日]/.exec(text) ?? []
  const from = daysFromToday[word]
  if (from !== undefined) return dayStart(nowSeconds) + from * daySeconds + timeOf(text.slice(word.length))
  const numeric = withMonths(text)
  let nearest: number | undefined
  for (const order of orders) {
    const match = order.exec(numeric)
    if (!match) continue
    const rest = numeric.slice(match[0].length).replace(/^[T\s]+/, '')
    const time = timeOf(rest)
    const isTime =
      rest === '' || /^(?:上午|下午|晚上|中午|凌晨)?\s*\d{1,2}[:时点]|^[ap]m|^[前后左右之]+|^Z/i.test(rest)
    if (!isTime || Number.isNaN(time)) continue
    const days = daysOf(match.groups ?? {}, nowSeconds)
    const possible = days.find((one) => isPossible(one))
    if (possible !== undefined) return possible + time
    nearest ??= days[0] === undefined ? undefined : days[0] + time
  }
  return nearest ?? Number.NaN
}

/** The same as a day alone: epoch seconds of its start. */
export const readDay = (...given: Parameters<typeof readTime>): number => {
  const seconds = readTime(...given)
  return Number.isNaN(seconds) ? seconds : dayStart(seconds)
}
