import {
  activityType,
  arrivalTypes,
  customerCan,
  nextActivityTypes,
} from '@showroom/contract/customer/customer.rules'
import { isFollowLevel } from '@showroom/contract/customer/level.rules'
import { isInvited } from '@showroom/contract/customer/follow.schema'
import type { CustomerProfile } from '@showroom/contract/customer/profile.schema'
import { addDays } from '@showroom/contract/kernel/day'
import { Form } from 'antd'
import { DictionaryChips, OneSeriesSelect, useDictionaryText } from '../../base/public'
import { formatDay } from '../../ui/day'
import { Field, FormSection, useFieldValue } from '../../ui/form/SchemaForm'
import { useNow } from '../../ui/useNow'
import { ChipRadio } from '../../ui/form/ChipRadio'
import { stateOf } from '../customerState'
import { DayChoice } from '../../ui/form/DayChoice'
import { SlotFields } from '../fields/SlotFields'
import { dateWindow, type FollowValues, quickDays, withNextType } from './follow.form'
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
  const way = useFieldValue<number>('completedActivityType')
  const event = useFieldValue<number>('event')
  const isReserved = isInvited({ completedActivityType: way, event })
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
      {(needed || type > 0 || isReserved) && (
        <NextDate
          level={level}
          isReserved={isReserved}
          isFollow={way !== undefined}
          ownerId={arrivalTypes.includes(type) ? ownerId : undefined}
        />
      )}
    </>
  )
}

const bothDays = ['nextDate', 'reserveComeDate']

interface NextDateProps {
  level: string
  /** An invitation reserves the day. */
  isReserved: boolean
  /** The form is that of a follow-up: an invitation chosen later reserves the same day. */
  isFollow: boolean
  /** With an hour among this member's. */
  ownerId: number | undefined
}

/** The day of the next step, which an invitation reserves: one moment for both. */
function NextDate({ level, isReserved, isFollow, ownerId }: NextDateProps) {
  const now = useNow()
  const day = {
    ...(isReserved
      ? { field: 'reserveComeDate', label: '预约到店时间' }
      : { field: 'nextDate', label: '跟进日期' }),
    ...dateWindow(level, now),
  }
  if (ownerId !== undefined)
    return <SlotFields {...day} {...(isFollow && { alike: bothDays })} ownerId={ownerId} />
  const { field, label, ...window } = day
  return (
    <Field name={field} label={label} required>
      <DayChoice quick={quickDays(level)} {...window} />
    </Field>
  )
}
