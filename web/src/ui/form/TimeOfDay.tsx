import { TimePicker } from 'antd'
import dayjs from 'dayjs'
import { useMemo } from 'react'

interface TimeOfDayProps {
  id?: string
  /** `HH:MM` */
  value?: string
  onChange?: (value: string) => void
}

/** Picks a time of day in steps of five minutes. Typed times count at once, while the clock is still open. */
export function TimeOfDay({ id, value, onChange }: TimeOfDayProps) {
  // Keeps the same object while the time is the same, as useDay.ts does for days.
  const time = useMemo(() => (value ? dayjs(`2000-01-01T${value}`) : null), [value])
  const give = (next: unknown): void => {
    if (dayjs.isDayjs(next)) onChange?.(next.format('HH:mm'))
  }
  return (
    <TimePicker
      {...(id && { id })}
      className="sr-fill"
      format="HH:mm"
      previewValue={false}
      minuteStep={5}
      allowClear={false}
      needConfirm={false}
      placeholder="请选择时间"
      value={time}
      onChange={give}
      onCalendarChange={give}
    />
  )
}
