import { addDays, dayText, daySeconds, weekDay } from '@showroom/contract/kernel/day'
import { type DayKind, makeUpDay, sunday } from '@showroom/contract/target/pace.rules'
import type { Span } from '@showroom/contract/report/period.rules'
import china from 'chinese-days/dist/chinese-days.json' with { type: 'json' }

/** Holidays and make-up days (调休) of China. The State Council announces a year late in the one before; package updates bring it here. */

const holidays = new Set(Object.keys(china.holidays))
const makeUpDays = new Set(Object.keys(china.workdays))
const announced = new Set([...holidays].map((day) => day.slice(0, 4)))

/** Whether the holidays of the year (YYYY) are known. */
export const isAnnounced = (year: string): boolean => announced.has(year)

function kindOf(seconds: number): DayKind {
  const day = dayText(seconds)
  if (holidays.has(day)) return sunday
  return makeUpDays.has(day) ? makeUpDay : (weekDay(seconds) as DayKind)
}

/** Kinds of the days of a span. */
export const kindsOf = ({ start, end }: Span): DayKind[] =>
  Array.from({ length: Math.round((end - start) / daySeconds) }, (_, at) => kindOf(addDays(start, at)))
