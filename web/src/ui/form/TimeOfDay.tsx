import { TimePicker } from 'antd'
import dayjs from 'dayjs'

interface TimeOfDayProps {
  id?: string
  /** `HH:MM` */
  value?: string
  onChange?: (value: string) => void
}

/** A time of the day, to five minutes. What is typed counts at once: Enter may send the form while the clock is closed. */
export function TimeOfDay({ id, value, onChange }: TimeOfDayProps) {
  const give = (time: unknown): void => {
    if (dayjs.isDayjs(time)) onChange?.(time.format('HH:mm'))
  }
  return (
    <TimePicker
      {...(id && { id })}
      className="sr-fill"
      format="HH:mm"
      minuteStep={5}
      allowClear={false}
      needConfirm={false}
      placeholder="请选择时间"
      value={value ? dayjs(`2000-01-01T${value}`) : null}
      onChange={give}
      onCalendarChange={give}
    />
  )
}
