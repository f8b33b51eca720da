import type { Appointment } from '@showroom/contract/appointment/appointment.schema'
import {
  appointmentMinutes,
  hoursText,
  overlaps,
  usualMinutes,
} from '@showroom/contract/customer/appointment.rules'
import { activityType, arrivalTypes } from '@showroom/contract/customer/customer.rules'
import { dayStart } from '@showroom/contract/kernel/day'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Form, Select } from 'antd'
import { useEffect } from 'react'
import { nowSeconds } from '../../api/clock'
import { clearable } from '../../ui/form/clearable'
import { Field, useFieldValue } from '../../ui/form/SchemaForm'
import { byLabel } from '../../ui/found'
import { appointmentsQuery } from '../hours.queries'
import { carOptions } from './carOptions'
import type { HourValues } from './hour'
import { startOptions } from './startOptions'

interface HourFieldsProps {
  /** Any second of the agreed day. */
  date: number
  /** 2 visit, 3 test drive. */
  type: number
  /** Member who will receive the customer. */
  ownerId: number
  seriesId: number | undefined
  /** The appointment that is moved; it does not count as taken time. */
  activityId?: number
}

/**
 * Returns what the hour of a form's next step depends on; undefined while it has none: no owner or day, or a type without an hour. The form's
 * field `memberId` overrules the owner, a `reserved` day its field `nextDate`.
 */
export function useNextHour(ownerId: number | undefined, reserved?: number): HourFieldsProps | undefined {
  const type = useFieldValue<number>('nextActivityType') ?? 0
  const nextDate = useFieldValue<number>('nextDate')
  const seriesId = useFieldValue<number>('nextTestSpecId')
  const memberId = useFieldValue<number>('memberId')
  const date = reserved ?? nextDate
  const hasHour = ownerId !== undefined && arrivalTypes.includes(type)
  // Loads the store's hours before a day is chosen: an hour typed into an empty list would be lost.
  useQuery({ ...appointmentsQuery(nowSeconds()), enabled: hasHour })
  if (!hasHour || !date) return undefined
  return { date, type, ownerId: memberId ?? ownerId, seriesId }
}

/** The hour of a planned visit or test drive, its length, and the car, as cells of a `FormGrid`. */
export function HourFields({ date, type, ownerId, seriesId, activityId = 0 }: HourFieldsProps) {
  const form = Form.useFormInstance<HourValues>()
  const queries = useQueryClient()
  const { data } = useQuery({
    ...appointmentsQuery(date),
    // All days have the hours of the store, and appointments of another day overlap none of this one.
    placeholderData: (before) => before ?? queries.getQueryData(appointmentsQuery(nowSeconds()).queryKey),
  })
  const start = useFieldValue<number>('nextStart')
  const minutes = useFieldValue<number>('nextMinutes') ?? usualMinutes(type)
  const span = start === undefined ? undefined : { startsAt: dayStart(date) + start * 60, minutes }
  const others = (data?.data ?? []).filter((one) => one.activityId !== activityId)
  const meanwhile = span && others.filter((one) => one.ownerId === ownerId && overlaps(one, span))
  const cars = (data?.cars ?? []).filter((car) => car.seriesId === seriesId)
  const carId = useFieldValue<number>('nextCarId')
  const isOther =
    data !== undefined && type === activityType.testDrive && !cars.some((car) => car.carId === carId)
  // A car of another series, or one that is gone, would be refused.
  useEffect(() => {
    if (isOther) form.setFieldsValue({ nextCarId: undefined })
  }, [isOther, form])
  const chosen = (next: number | undefined): void => {
    if (next !== undefined && !form.getFieldValue('nextMinutes'))
      form.setFieldsValue({ nextMinutes: usualMinutes(type) })
  }
  return (
    <>
      <Field
        name="nextStart"
        label="预约时间"
        {...(meanwhile?.length && { extra: `同一时间已约：${meanwhile.map(spoken).join('、')}` })}
      >
        <Select<number>
          className="sr-fill"
          allowClear={clearable}
          placeholder="不限时间"
          showSearch={byLabel}
          notFoundContent="没有可选的时间"
          options={startOptions(data, others, { date, minutes, ownerId, start, now: nowSeconds() })}
          onChange={chosen}
        />
      </Field>
      {span && (
        <Field name="nextMinutes" label="时长">
          <Select
            className="sr-fill"
            options={appointmentMinutes.map((value) => ({ value, label: `${value}分钟` }))}
          />
        </Field>
      )}
      {span && type === activityType.testDrive && (
        <Field
          name="nextCarId"
          label="试驾车"
          wide
          {...(data?.cars.length === 0 && { extra: '门店还没有登记试驾车' })}
        >
          <Select
            className="sr-fill"
            allowClear={clearable}
            placeholder="不指定车辆"
            notFoundContent="该车系没有试驾车"
            options={carOptions(cars, others, span)}
          />
        </Field>
      )}
    </>
  )
}

/** `10:00–10:30 林女士`. */
const spoken = (one: Appointment): string => `${hoursText(one)} ${one.name}`
