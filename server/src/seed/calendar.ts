import { addDays, dayText, weekDay } from '@showroom/contract/kernel/day'
import type { Random } from './random.ts'

/** How busy the demo's days are: stores grow, have seasons, and have most guests at the weekend. */

/** Age of the oldest story in days. */
const storyDays = 690

/** Weight by weekday, Monday first. */
const ofWeekDay = [0.85, 0.8, 0.85, 0.9, 1, 1.4, 1.3] as const
/** Weight by month, January first: few customers in the month of the Spring Festival, most at the end of a year. */
const ofMonth = [0.95, 0.6, 1.1, 1, 1.05, 1, 0.85, 0.9, 1.15, 1.1, 1.1, 1.25] as const
/** As MM-DD: 元旦, 劳动节, 国庆节. */
const holidays: ReadonlySet<string> = new Set(
  '01-01 05-01 05-02 05-03 10-01 10-02 10-03 10-04 10-05 10-06 10-07'.split(' '),
)
/** The network doubled within a year. */
const growth = (age: number): number => 0.5 + 1.5 * Math.exp(-age / 160)

function busynessOf(now: number, age: number): number {
  const at = addDays(now, -age)
  const day = dayText(at).slice(5)
  const season = ofMonth[Number(day.slice(0, 2)) - 1] ?? 1
  return growth(age) * season * (ofWeekDay[weekDay(at)] ?? 1) * (holidays.has(day) ? 1.5 : 1)
}

export interface Calendar {
  /** Days before today, chosen with the weight of each day. */
  someAge(random: Random): number
}

export function makeCalendar(now: number): Calendar {
  let total = 0
  const sums = Array.from({ length: storyDays + 1 }, (_, age) => (total += busynessOf(now, age)))
  return {
    someAge(random) {
      const at = random.next() * total
      return sums.findIndex((sum) => at < sum)
    },
  }
}

/** Returns one of two days after the instant, preferably one at a weekend, when customers have time. */
export const atWeekend = (at: number, one: number, other: number): number =>
  weekDay(addDays(at, one)) < 5 && weekDay(addDays(at, other)) >= 5 ? other : one
