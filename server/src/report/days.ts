import { dayEnd, dayStart, dayText } from '@showroom/contract/kernel/day'
import { daysUntilToday } from '@showroom/contract/report/period.rules'
import type { Span } from '@showroom/contract/report/period.rules'
import { secondsOf } from '../platform/clock.ts'
import { refuseField } from '../platform/refusal.ts'

interface Range {
  readonly dateStart: number
  readonly dateEnd: number
}

/** Returns the days of a range of appointments, which may be still to come. */
export const planSpanOf = ({ dateStart, dateEnd }: Range, now: Date): Span =>
  dateStart < dayEnd(secondsOf(now))
    ? spanOf({ dateStart, dateEnd }, now)
    : { start: dayStart(dateStart), end: dayEnd(dateEnd) }

/** Returns the elapsed days of a report's range; rejects a range that has not begun. */
export function spanOf({ dateStart, dateEnd }: Range, now: Date): Span {
  const span = daysUntilToday(dateStart, dateEnd, secondsOf(now))
  if (span.start >= span.end) throw refuseField('INVALID', 'dateStart', '开始日期不能晚于今天')
  return span
}

/** First and last day of a span, YYYY-MM-DD. */
export const daysOf = ({ start, end }: Span): { from: string; to: string } => ({
  from: dayText(start),
  to: dayText(end - 1),
})
