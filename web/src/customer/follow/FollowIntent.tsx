import { customerCan } from '@showroom/contract/customer/customer.rules'
import { followLevels, isFollowLevel, windowDays } from '@showroom/contract/customer/level.rules'
import { errors } from '@showroom/contract/kernel/errors'
import type { CustomerProfile } from '@showroom/contract/customer/profile.schema'
import { Form } from 'antd'
import { CompetitorSelect, SeriesSelect } from '../../base/public'
import { nowSeconds } from '../../api/clock'
import { Field, FormGrid, FormSection } from '../../ui/form/SchemaForm'
import { ChipRadio } from '../../ui/form/ChipRadio'
import { stateOf } from '../customerState'
import { type FollowValues, plannedFor } from './follow.form'
import { LevelChip } from '../fields/LevelChip'

/** The customer's level and intended series. */
export function FollowIntent({ profile }: { profile: CustomerProfile }) {
  return (
    <FormSection title="客户意向">
      {isFollowLevel(profile.info.level) ? (
        <LevelChoice profile={profile} />
      ) : (
        <p className="sr-follow-level-fixed">
          <LevelChip level={profile.info.level} />
          级别由订单决定，跟进时不变
        </p>
      )}
      <FormGrid>
        <Field name="specIds" label="意向车系" required>
          <SeriesSelect />
        </Field>
        <Field name="competitionSerieses" label="竞品车系">
          <CompetitorSelect extra={profile.info.competitionSeries} />
        </Field>
      </FormGrid>
    </FormSection>
  )
}

function LevelChoice({ profile }: { profile: CustomerProfile }) {
  const form = Form.useFormInstance<FollowValues>()
  const state = stateOf(profile)
  const defeatable = customerCan.defeat(state)
  const chosen = (level: string): void => {
    if (!isFollowLevel(level)) return
    const { nextActivityType: type } = form.getFieldsValue(true) as FollowValues
    const { nextActivityType, nextDate } = plannedFor(level, nowSeconds())
    form.setFieldsValue({ nextActivityType: type || nextActivityType, nextDate })
  }
  return (
    <Field
      name="level"
      label="意向级别"
      group
      required
      extra={state.openOrders > 0 ? errors.CUSTOMER_ORDER_OPEN.text : undefined}
    >
      <ChipRadio
        onChange={chosen}
        options={[
          ...followLevels.map((level) => ({
            value: level as string,
            label: <LevelChip level={level} size="small" />,
            hint: `${windowDays[level]}天`,
          })),
          {
            value: 'F',
            label: <LevelChip level="F" size="small" />,
            hint: '申请战败',
            disabled: !defeatable,
          },
        ]}
      />
    </Field>
  )
}
