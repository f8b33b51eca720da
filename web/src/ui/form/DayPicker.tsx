import { dayStart } from '@showroom/contract/kernel/day'
import { DatePicker } from 'antd'
import type { DatePickerProps } from 'antd'
import { dayOf, secondsOf } from '../day'
import { dayFormats, looseDay, Typed } from './Typed'
import { useDay } from './useDay'

interface DayPickerProps extends Pick<DatePickerProps, 'id' | 'placeholder' | 'disabled' | 'allowClear'> {
  /** Epoch seconds; 0 or undefined for no day. `onChange` gets the first second of the picked day, undefined when cleared. */
  value?: number | undefined
  onChange?: (value: number | undefined) => void
  /** First and last day that can be picked, epoch seconds. */
  min?: number | undefined
  max?: number | undefined
  'aria-label'?: string
}

/** Picks a calendar day in epoch seconds, so that form values contain no dayjs objects. */
export function DayPicker({ value, onChange, min, max, ...rest }: DayPickerProps) {
  const day = useDay(value)
  const typed = (text: string): void => {
    if (text === '' && value && rest.allowClear !== false) onChange?.(undefined)
    const next = looseDay(text)
    if (next && next >= dayStart(min ?? 0) && next <= (max ?? next)) onChange?.(next)
  }
  return (
    <Typed onTyped={typed}>
      <DatePicker
        {...rest}
        className="sr-fill"
        format={dayFormats}
        previewValue={false}
        value={day}
        onChange={(next) => onChange?.(next ? secondsOf(next) : undefined)}
        {...(min && { minDate: dayOf(min) })}
        {...(max && { maxDate: dayOf(max) })}
      />
    </Typed>
  )
}

/** A range of days including both ends, epoch seconds; 0 is an open end. */
export interface DayRange {
  start: number
  end: number
}
