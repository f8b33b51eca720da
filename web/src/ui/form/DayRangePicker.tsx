import { DatePicker } from 'antd'
import { useMemo } from 'react'
import { dayOf, lastSecondOf, secondsOf } from '../day'
import { dayFormats, type DayRange } from './DayPicker'
import { useDay } from './useDay'

export interface DayRangePickerProps {
  id?: string
  value?: DayRange | undefined
  onChange?: (value: DayRange | undefined) => void
  presets?: readonly { label: string; value: DayRange }[]
  /** The last day that can be picked, epoch seconds. */
  max?: number
  status?: 'error'
  'aria-label'?: string
  'aria-describedby'?: string
}

/** A range of days in epoch seconds: from the first second of the first day to the last second of the last. */
export function DayRangePicker({ value, onChange, presets = [], max, ...rest }: DayRangePickerProps) {
  const first = useDay(value?.start)
  const last = useDay(value?.end)
  const range = useMemo<[typeof first, typeof last] | null>(
    () => (first || last ? [first, last] : null),
    [first, last],
  )
  return (
    <DatePicker.RangePicker
      {...rest}
      className="sr-fill"
      format={dayFormats}
      allowEmpty
      {...(max && { maxDate: dayOf(max) })}
      value={range}
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
