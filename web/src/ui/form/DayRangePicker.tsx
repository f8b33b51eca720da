import { DatePicker } from 'antd'
import type { Dayjs } from 'dayjs'
import { useEffect, useMemo, useRef } from 'react'
import { dayOf, lastSecondOf, secondsOf } from '../day'
import type { DayRange } from './DayPicker'
import { dayFormats, looseDay, Typed, type TypedEnd } from './Typed'
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
  /** The two ends as typed or clicked so far, not yet reported by `onChange`. */
  const going = useRef<readonly (Dayjs | null)[]>([])
  useEffect(() => {
    going.current = [first, last]
  }, [first, last])
  const give = ([from, to]: readonly (Dayjs | null | undefined)[]): void =>
    onChange?.(from || to ? { start: from ? secondsOf(from) : 0, end: to ? lastSecondOf(to) : 0 } : undefined)
  const typed = (text: string, end: TypedEnd): void => {
    const [from = null, to = null] = going.current
    const day = looseDay(text)
    const isEmptied = text === '' && (end === 'start' ? first : last)
    if (!isEmptied && (!day || day > (max ?? day))) return
    const next = day ? dayOf(day) : null
    const [one, other] = end === 'start' ? [next, to] : [from, next]
    give(one?.isAfter(other) ? [other, one] : [one, other])
  }
  return (
    <Typed onTyped={typed}>
      <DatePicker.RangePicker
        {...rest}
        className="sr-fill"
        format={dayFormats}
        previewValue={false}
        allowEmpty
        {...(max && { maxDate: dayOf(max) })}
        value={range}
        presets={presets.map((preset) => ({
          label: preset.label,
          value: [dayOf(preset.value.start), dayOf(preset.value.end)],
        }))}
        onCalendarChange={(days) => {
          going.current = days ?? []
        }}
        onChange={(days) => give(days ?? [])}
      />
    </Typed>
  )
}
