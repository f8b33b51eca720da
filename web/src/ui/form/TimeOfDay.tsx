import { TimePicker } from 'antd'
import dayjs from 'dayjs'

interface TimeOfDayProps {
  id?: string
  /** `HH:MM` */
  value?: string
  onChange?: (value: string) => void
}

/** A time of the day, to five minutes. */
export const TimeOfDay = ({ id, value, onChange }: TimeOfDayProps) => (
  <TimePicker
    {...(id && { id })}
    className="sr-fill"
    format="HH:mm"
    minuteStep={5}
    allowClear={false}
    needConfirm={false}
    placeholder="请选择时间"
    value={value ? dayjs(`2000-01-01T${value}`) : null}
    onChange={(time) => onChange?.(time ? time.format('HH:mm') : '')}
  />
)
