import {
  activityType,
  communicationTypes,
  followEvent,
  offersContact,
} from '@showroom/contract/customer/customer.rules'
import { isInvitation } from '@showroom/contract/customer/follow.schema'
import type { CustomerProfile } from '@showroom/contract/customer/profile.schema'
import { useQuery } from '@tanstack/react-query'
import { Form, Input, InputNumber, Select } from 'antd'
import { useRef } from 'react'
import { DictionaryChips, OneSeriesSelect, useDictionaryText } from '../../base/public'
import { Field, FormGrid, FormSection, useFieldValue } from '../../ui/form/SchemaForm'
import { useNow } from '../../ui/useNow'
import { ActivityIcon } from '../fields/activityKinds'
import { appointmentsQuery } from '../hours.queries'
import { clearable } from '../../ui/form/clearable'
import { ChipRadio } from '../../ui/form/ChipRadio'
import { DayChoice } from '../../ui/form/DayChoice'
import { Yuan } from '../../ui/form/Yuan'
import {
  completedTypes,
  contactFor,
  dateWindow,
  type FollowValues,
  outcomeOf,
  quickDays,
} from './follow.form'
import { type Invited, planInvited } from './follow.invitation'

/** The kind of activity, its details, and the remark. */
export function FollowHappened({ profile }: { profile: CustomerProfile }) {
  const typeText = useDictionaryText('activityTypes')
  const type = useFieldValue<number>('completedActivityType') ?? 0
  const form = Form.useFormInstance<FollowValues>()
  const replan = useInvitation()
  const choose = (completedActivityType: number): void => {
    const { contactType } = form.getFieldsValue(true) as FollowValues
    form.setFieldsValue({ contactType: contactFor(completedActivityType, contactType) })
    replan({ completedActivityType })
  }
  return (
    <FormSection title="本次跟进">
      <Field name="completedActivityType" label="跟进方式" group required>
        <ChipRadio
          onChange={choose}
          options={completedTypes(profile).map((value) => ({
            value,
            label: (
              <span className="sr-follow-way">
                <ActivityIcon type={value} />
                {typeText(value)}
              </span>
            ),
          }))}
        />
      </Field>
      {communicationTypes.includes(type) && (
        <Communication type={type} onEvent={(event) => replan({ event })} />
      )}
      {type === activityType.visit && (
        <Field name="comeDuration" label="到店时长" group required>
          <DictionaryChips kind="comeDurations" />
        </Field>
      )}
      {type === activityType.testDrive && <TestDrive profile={profile} />}
      <Field name="remark" label="备注" required>
        <Input.TextArea
          autoSize={{ minRows: 3, maxRows: 8 }}
          maxLength={1000}
          placeholder="客户说了什么，关心什么，约定了什么"
        />
      </Field>
    </FormSection>
  )
}

/** Plans the next step when an invitation is chosen, and restores the earlier plan when it is withdrawn. */
function useInvitation() {
  const form = Form.useFormInstance<FollowValues>()
  const invited = useRef<Invited>(undefined)
  return (chosen: Partial<FollowValues>): void => {
    const values = { ...(form.getFieldsValue(true) as FollowValues), ...chosen }
    const next = planInvited(values, invited.current)
    invited.current = next.invited
    form.setFieldsValue(next.changes)
  }
}

function Communication({ type, onEvent }: { type: number; onEvent: (event: number) => void }) {
  const event = useFieldValue<number>('event') ?? 0
  return (
    <>
      <FormGrid>
        <Field name="contactType" label="沟通方式" group required>
          <DictionaryChips
            kind="contactTypes"
            only={({ dataValue }) => offersContact(type, Number(dataValue))}
          />
        </Field>
        <Field name="event" label="发生事件" group required>
          <DictionaryChips kind="followEvents" onChange={onEvent} />
        </Field>
      </FormGrid>
      {event === followEvent.quote && (
        <Field name="quote" label="报价金额" required>
          <Yuan className="sr-follow-quote" />
        </Field>
      )}
      {isInvitation(event) && <ReservedArrival />}
    </>
  )
}

/** The day that an invitation reserves beside a dormancy or defeat; otherwise it is the day of the next step. */
function ReservedArrival() {
  const now = useNow()
  const level = useFieldValue<string>('level') ?? ''
  const isSuspend = useFieldValue<boolean>('isSuspend') ?? false
  if (outcomeOf({ level, isSuspend }) === 'next') return null
  return (
    <Field name="reserveComeDate" label="预约到店时间" required>
      <DayChoice quick={[0, ...quickDays('')]} {...dateWindow('', now)} />
    </Field>
  )
}

function TestDrive({ profile }: { profile: CustomerProfile }) {
  const form = Form.useFormInstance<FollowValues>()
  const seriesId = useFieldValue<number>('testSpecId')
  const { data } = useQuery(appointmentsQuery(useNow()))
  const driven = profile.pendingActivity?.drive
  // The driven car stays even if the store has removed it since.
  const cars = [
    ...(driven ? [driven] : []),
    ...(data?.cars ?? []).filter(({ carId }) => carId !== driven?.carId),
  ].filter((car) => !seriesId || car.seriesId === seriesId)
  return (
    <FormGrid>
      <Field name="testSpecId" label="试驾车系" required>
        <OneSeriesSelect onChange={() => form.setFieldsValue({ testCarId: undefined })} />
      </Field>
      <Field name="testCarId" label="试驾车">
        <Select
          className="sr-fill"
          allowClear={clearable}
          placeholder="不指定车辆"
          notFoundContent="该车系没有试驾车"
          options={cars.map(({ carId, plate }) => ({ value: carId, label: plate }))}
          onChange={(carId: number | undefined) => {
            const car = cars.find((one) => one.carId === carId)
            if (car) form.setFieldsValue({ testSpecId: car.seriesId })
          }}
        />
      </Field>
      <Field name="testMinutes" label="试驾时长（分钟）">
        <InputNumber min={0} max={1440} precision={0} className="sr-fill" />
      </Field>
      <Field name="testResult" label="试驾结果" group>
        <DictionaryChips kind="testResults" />
      </Field>
    </FormGrid>
  )
}
