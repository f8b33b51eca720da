import { DatePicker } from 'antd'
import type { DatePickerProps } from 'antd'
import { dayOf, lastSecondOf, secondsOf } from '../day'

const formats = ['YYYY-MM-DD', 'YYYYMMDD', 'YYYY/M/D', 'YYYY-M-D']

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
  return (
    <DatePicker
      {...rest}
      className="sr-fill"
      format={formats}
      value={value ? dayOf(value) : null}
      onChange={(day) => onChange?.(day ? secondsOf(day) : undefined)}
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

interface DayRangePickerProps {
  id?: string
  value?: DayRange | undefined
  onChange?: (value: DayRange | undefined) => void
  presets?: readonly { label: string; value: DayRange }[]
  'aria-label'?: string
}

/** A range of days in epoch seconds: from the first second of the first day to the last second of the last. */
export function DayRangePicker({ value, onChange, presets = [], ...rest }: DayRangePickerProps) {
  return (
    <DatePicker.RangePicker
      {...rest}
      className="sr-fill"
      format={formats}
      allowEmpty
      value={value ? [value.start ? dayOf(value.start) : null, value.end ? dayOf(value.end) : null] : null}
      presets={presets.map((preset) => ({
        label: preset.label,
        value: [dayOf(preset.value.start), dayOf(preset.value.end)],
      }))}
      onChange={(days) => {
        const [from, to] = days ?? [null, null]
        onChange?.(
          from || to ? { start: from ? secondsOf(from) : 0, end: to ? lastSecondOf(to) : 0 } : undefined,
        )
      }}
    />
  )
}
