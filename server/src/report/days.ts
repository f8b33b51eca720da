import { dayText } from '@showroom/contract/kernel/day'
import { daysUntilToday } from '@showroom/contract/report/period.rules'
import type { Span } from '@showroom/contract/report/period.rules'
import { secondsOf } from '../platform/clock.ts'
import { refuseField } from '../platform/refusal.ts'

/** Returns the elapsed days of a report's range; rejects a range that has not begun. */
export function spanOf(
  { dateStart, dateEnd }: { readonly dateStart: number; readonly dateEnd: number },
  now: Date,
): Span {
  const span = daysUntilToday(dateStart, dateEnd, secondsOf(now))
  if (span.start >= span.end) throw refuseField('INVALID', 'dateStart', '开始日期不能晚于今天')
  return span
}

/** First and last day of a span, YYYY-MM-DD. */
export const daysOf = ({ start, end }: Span): { from: string; to: string } => ({
  from: dayText(start),
  to: dayText(end - 1),
})
