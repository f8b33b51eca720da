import { activityType, arrivalTypes } from '@showroom/contract/customer/customer.rules'
import {
  defaultNextDate,
  type FollowLevel,
  followLevels,
  windowDays,
} from '@showroom/contract/customer/level.rules'
import { addDays } from '@showroom/contract/kernel/day'
import { Form, Input } from 'antd'
import type { ReactNode } from 'react'
import { DictionarySelect, OneSeriesSelect } from '../../base/public'
import { nowSeconds } from '../../api/clock'
import { formatDay } from '../../ui/day'
import { DayPicker } from '../../ui/form/DayPicker'
import { Field, FormGrid, useFieldValue, When } from '../../ui/form/SchemaForm'
import { ChipRadio } from '../../ui/form/ChipRadio'
import type { NewCustomerForm } from '../add/customer.add'
import { LevelChip } from './LevelChip'
import { SlotFields } from './SlotFields'

const levelChips = followLevels.map((level) => ({
  value: level,
  label: <LevelChip level={level} size="small" />,
  hint: `${windowDays[level]}天内`,
}))

export interface NextFollowFieldsProps {
  columns?: 2 | 3
  /** Member who will receive the customer, unless the form's field `memberId` names one. Without it no hour is offered. */
  ownerId?: number | undefined
}

/** The level limits the date of the next follow-up. With three columns a test drive takes no extra row. */
export function NextFollowFields({ columns = 2, ownerId }: NextFollowFieldsProps) {
  const form = Form.useFormInstance<NewCustomerForm>()
  const chosenType = useFieldValue<number>('nextActivityType') ?? 0
  const hasHour = ownerId !== undefined && arrivalTypes.includes(chosenType)
  const prefillTestDrive = (type: number): void => {
    const { specIds, nextTestSpecId } = form.getFieldsValue(true) as Partial<NewCustomerForm>
    const first = specIds?.[0]
    if (type === activityType.testDrive && !nextTestSpecId && first)
      form.setFieldsValue({ nextTestSpecId: first })
  }
  return (
    <>
      <FormGrid columns={columns}>
        <Field name="level" label="意向级别" required group wide>
          <ChipRadio<FollowLevel>
            options={levelChips}
            onChange={(level) => form.setFieldsValue({ nextDate: defaultNextDate(level, nowSeconds()) })}
          />
        </Field>
        <Field name="nextActivityType" label="下次跟进方式" required>
          <DictionarySelect
            kind="activityNextFollowTypes"
            placeholder="请选择下次跟进"
            onChange={(type) => prefillTestDrive(type ?? 0)}
          />
        </Field>
        {hasHour || <NextDateField />}
        <When<number> field="nextActivityType" is={(type) => type === activityType.testDrive}>
          <Field name="nextTestSpecId" label="试驾车型" required>
            <OneSeriesSelect placeholder="请选择意向车型" />
          </Field>
        </When>
      </FormGrid>
      {hasHour && <NextSlot ownerId={ownerId} />}
      <FormGrid columns={columns}>
        <Field name="remark" label="备注" wide>
          <Input.TextArea
            maxLength={500}
            autoSize={{ minRows: 2, maxRows: 6 }}
            placeholder="客户的需求、顾虑、约定"
          />
        </Field>
      </FormGrid>
    </>
  )
}

/** The last day that a level allows. */
function useLastDay(): { label: ReactNode; min: number; max: number | undefined } {
  const level = useFieldValue<FollowLevel>('level')
  const now = nowSeconds()
  const max = level && defaultNextDate(level, now)
  const label = (
    <>
      跟进日期
      {max && (
        <span className="sr-field-hint">
          {level} 级最晚 {formatDay(max)}
        </span>
      )}
    </>
  )
  return { label, min: addDays(now, -1), max }
}

function NextDateField() {
  const { label, ...window } = useLastDay()
  return (
    <Field name="nextDate" label={label} required>
      <DayPicker {...window} />
    </Field>
  )
}

const NextSlot = ({ ownerId }: { ownerId: number }) => (
  <SlotFields field="nextDate" {...useLastDay()} ownerId={ownerId} />
)
