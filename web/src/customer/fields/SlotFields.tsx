import { usualMinutes } from '@showroom/contract/customer/appointment.rules'
import { addDays } from '@showroom/contract/kernel/day'
import { useQuery } from '@tanstack/react-query'
import { Form } from 'antd'
import type { ReactNode } from 'react'
import { DayChoice } from '../../ui/form/DayChoice'
import { Field, useFieldValue } from '../../ui/form/SchemaForm'
import { lazyDialog } from '../../ui/lazyDialog'
import { useNow } from '../../ui/useNow'
import { appointmentsQuery } from '../hours.queries'
import { openStarts } from './slots'
import './slot-fields.css'

const SlotGrid = lazyDialog(
  () => import('./SlotGrid').then((module) => module.SlotGrid),
  <div className="sr-slots-waiting" aria-busy />,
)

/** Days offered by one press; the calendar covers the rest. */
const nearDays = 7

interface SlotFieldsProps {
  /** The form's field of the day. */
  field: string
  /** Fields that a slot fills with the day, too. */
  alike?: readonly string[]
  label: ReactNode
  min: number
  max: number | undefined
  /** Member who will receive the customer; the form's field `memberId` overrules it. */
  ownerId: number
  /** The appointment that is moved; it does not count as taken time. */
  activityId?: number
  /** An hour is required; by default the day alone is enough. */
  needsHour?: boolean
}

/** Day, hour, length and car of a visit or test drive: a press on a free slot fills them. The form holds its type and series. */
export function SlotFields({
  field,
  alike = [],
  label,
  min,
  max,
  ownerId,
  activityId = 0,
  needsHour = false,
}: SlotFieldsProps) {
  const form = Form.useFormInstance<object>()
  const now = useNow()
  const type = useFieldValue<number>('nextActivityType') ?? 0
  const minutes = useFieldValue<number>('nextMinutes') ?? usualMinutes(type)
  const seriesId = useFieldValue<number>('nextTestSpecId')
  const specIds = useFieldValue<number[]>('specIds') ?? []
  const memberId = useFieldValue<number>('memberId')
  const { data: today } = useQuery(appointmentsQuery(now))
  const isTodayOver = today !== undefined && openStarts(today, now, minutes, now).length === 0
  const days = Array.from({ length: nearDays }, (_one, at) => at).filter(
    (at) => (at > 0 || !isTodayOver) && addDays(now, at) <= (max ?? Number.POSITIVE_INFINITY),
  )
  const day = useFieldValue<number>(field) || addDays(now, days[0] ?? 0)
  return (
    <>
      <Field name={field} label={label} required extra={isTodayOver && '今天已没有可预约的时间'}>
        <DayChoice quick={days} isWeek min={min} max={max} />
      </Field>
      <Field name="nextSlot">
        <SlotGrid
          day={day}
          type={type}
          minutes={minutes}
          ownerId={memberId ?? ownerId}
          seriesIds={seriesId ? [seriesId] : specIds}
          activityId={activityId}
          needsHour={needsHour}
          onTake={(taken) =>
            form.setFieldsValue({
              ...Object.fromEntries([field, ...alike].map((name) => [name, day])),
              ...(!seriesId && taken && { nextTestSpecId: taken }),
            })
          }
        />
      </Field>
    </>
  )
}
