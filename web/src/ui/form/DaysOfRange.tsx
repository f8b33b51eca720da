import { lazy, Suspense } from 'react'
import { formatDay } from '../day'
import type { DayRange } from './DayPicker'
import type { DayRangePickerProps } from './DayRangePicker'
import './days-of-range.css'

const Picker = lazy(() => import('./DayRangePicker').then((module) => ({ default: module.DayRangePicker })))

/**
 * The picker of a range of days. Its calendar is a good part of a list page's code, and nobody picks days before the rows are there: until
 * it has come its place shows what is picked.
 */
export const DaysOfRange = (props: DayRangePickerProps) => (
  <Suspense fallback={<Waiting value={props.value} />}>
    <Picker {...props} />
  </Suspense>
)

const Waiting = ({ value }: { value: DayRange | undefined }) => (
  <span className="sr-days-waiting" aria-hidden>
    <span>{value?.start ? formatDay(value.start) : '开始日期'}</span>
    <span className="sr-days-waiting-to" />
    <span>{value?.end ? formatDay(value.end) : '结束日期'}</span>
  </span>
)
