import {
  activityType,
  customerCan,
  isFollowLevel,
  nextActivityTypes,
} from '@showroom/contract/customer/customer.rules'
import type { CustomerProfile } from '@showroom/contract/customer/profile.schema'
import { addDays } from '@showroom/contract/kernel/day'
import { Form } from 'antd'
import { DictionaryChips, OneSeriesSelect, useDictionaryText } from '../../base/public'
import { formatDay } from '../../ui/day'
import { Field, FormGrid, FormSection, useFieldValue } from '../../ui/form/SchemaForm'
import { useNow } from '../../ui/useNow'
import { ChipRadio } from '../../ui/form/ChipRadio'
import { stateOf } from '../customerState'
import { DayChoice } from '../../ui/form/DayChoice'
import { dateWindow, type FollowValues, quickDays, reservedDate, withNextType } from './follow.form'
import { HourFields, useNextHour } from '../fields/HourFields'
import './follow-form.css'

/** The next step: a date for the next follow-up, or dormancy for some days. */
export function FollowNext({ profile }: { profile: CustomerProfile }) {
  const isSuspend = useFieldValue<boolean>('isSuspend') ?? false
  const suspendable = customerCan.suspend(stateOf(profile))
  return (
    <FormSection title="后续安排">
      <Field name="isSuspend">
        <ChipRadio<boolean>
          aria-label="后续安排"
          options={[
            { value: false, label: '继续跟进' },
            { value: true, label: '转为休眠', disabled: !suspendable },
          ]}
        />
      </Field>
      {isSuspend ? <Dormancy /> : <NextFollow ownerId={profile.customer.deal.ownerId} />}
    </FormSection>
  )
}

function Dormancy() {
  const now = useNow()
  const wakesOn = (days: number) => formatDay(addDays(now, days))
  return (
    <Field
      name="resumeDuration"
      label="自动唤醒时间"
      group
      required
      extra="休眠期间没有跟进任务，到时自动回到跟进"
    >
      <DictionaryChips kind="resumeDurations" size="large" hintOf={wakesOn} />
    </Field>
  )
}

/**
 * Type and date of the next follow-up, within the window of the field `level`. With the owner's id a visit or test drive
 * may have an hour.
 */
export function NextFollow({ ownerId }: { ownerId?: number }) {
  const form = Form.useFormInstance<FollowValues>()
  const typeText = useDictionaryText('activityTypes')
  const level = useFieldValue<string>('level') ?? ''
  const type = useFieldValue<number>('nextActivityType') ?? 0
  const hour = useNextHour(ownerId, useReservedDate())
  const needed = isFollowLevel(level)
  const types: readonly number[] = needed ? nextActivityTypes : [0, ...nextActivityTypes]
  const typeChosen = (next: number): void =>
    form.setFieldsValue(withNextType(form.getFieldsValue(true) as FollowValues, next))
  return (
    <>
      <Field name="nextActivityType" label="下次跟进" group required={needed}>
        <ChipRadio
          onChange={typeChosen}
          options={types.map((value) => ({
            value,
            label: value ? typeText(value) : '不安排',
          }))}
        />
      </Field>
      {type === activityType.testDrive && (
        <Field name="nextTestSpecId" label="试驾车系" required>
          <OneSeriesSelect />
        </Field>
      )}
      {(needed || type > 0) && <NextDate level={level} />}
      {hour && (
        <FormGrid>
          <HourFields {...hour} />
        </FormGrid>
      )}
    </>
  )
}

/** The day that an answer on the phone reserves. */
function useReservedDate(): number | undefined {
  const completedActivityType = useFieldValue<number>('completedActivityType') ?? 0
  const event = useFieldValue<number>('event') ?? 0
  const reserveComeDate = useFieldValue<number>('reserveComeDate')
  return reservedDate({ completedActivityType, event, reserveComeDate })
}

function NextDate({ level }: { level: string }) {
  const now = useNow()
  const reserved = useReservedDate()
  if (reserved) return <p className="sr-follow-reserved">跟进日期：{formatDay(reserved)}（预约到店时间）</p>
  return (
    <Field name="nextDate" label="跟进日期" required>
      <DayChoice quick={quickDays(level)} {...dateWindow(level, now)} />
    </Field>
  )
}
