import { DatePicker } from 'antd'
import type { DatePickerProps } from 'antd'
import { dayOf, secondsOf } from '../day'
import { useDay } from './useDay'

/** What may be typed; the first is how days are shown. */
export const dayFormats = ['YYYY-MM-DD', 'YYYYMMDD', 'YYYY/M/D', 'YYYY-M-D']

interface DayPickerProps extends Pick<DatePickerProps, 'id' | 'placeholder' | 'disabled' | 'allowClear'> {
  /** Epoch seconds; 0 or nothing for none. Gives the first second of the picked day, undefined when cleared. */
  value?: number | undefined
  onChange?: (value: number | undefined) => void
  /** First and last day that can be picked, epoch seconds. */
  min?: number | undefined
  max?: number | undefined
  'aria-label'?: string
}

/** A calendar day as the wire has it: no dayjs in the form's values. */
export function DayPicker({ value, onChange, min, max, ...rest }: DayPickerProps) {
  const day = useDay(value)
  return (
    <DatePicker
      {...rest}
      className="sr-fill"
      format={dayFormats}
      value={day}
      onChange={(next) => onChange?.(next ? secondsOf(next) : undefined)}
      {...(min && { minDate: dayOf(min) })}
      {...(max && { maxDate: dayOf(max) })}
    />
  )
}

/** Days of a range, both ends included; 0 is open. */
export interface DayRange {
  start: number
  end: number
}
