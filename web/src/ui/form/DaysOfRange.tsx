import { lazy, Suspense } from 'react'
import { formatDay } from '../day'
import type { DayRange } from './DayPicker'
import type { DayRangePickerProps } from './DayRangePicker'
import './days-of-range.css'

const Picker = lazy(() => import('./DayRangePicker').then((module) => ({ default: module.DayRangePicker })))

/**
 * Lazily loaded picker for a range of days, because its calendar is a large part of a list page's code. Shows the
 * picked range until it has loaded.
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
