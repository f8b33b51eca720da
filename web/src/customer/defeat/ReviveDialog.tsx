import { nextDateProblem } from '@showroom/contract/customer/add.schema'
import { Revive } from '@showroom/contract/customer/action.schema'
import { relive } from '@showroom/contract/customer/customer.api'
import { activityType, arrivalTypes, maxSeries } from '@showroom/contract/customer/customer.rules'
import { type FollowLevel, followLevels, windowDays } from '@showroom/contract/customer/level.rules'
import type { CustomerProfile } from '@showroom/contract/customer/profile.schema'
import type { MemberOption } from '@showroom/contract/team/team.schema'
import { Form, Input } from 'antd'
import { useEffect } from 'react'
import { callApi } from '../../api/client'
import { useSession } from '../../frame/session'
import { SeriesSelect } from '../../base/public'
import { MemberSelect, useAssignable } from '../../team/public'
import { nowSeconds } from '../../api/clock'
import { FormDialog } from '../../ui/form/FormDialog'
import { Field, FormGrid, FormSection } from '../../ui/form/SchemaForm'
import { ChipRadio } from '../../ui/form/ChipRadio'
import type { ActionDialogProps } from '../actionDialog'
import { dealOf } from '../customerState'
import { plannedFor } from '../follow/follow.form'
import { NextFollow } from '../follow/FollowNext'
import { hourFieldOf, type HourValues, hourOf } from '../fields/hour'
import { LevelChip } from '../fields/LevelChip'
import { useActionForm } from '../dialogs/useActionForm'

interface ReviveValues extends HourValues {
  level: FollowLevel
  memberId?: number
  specIds: number[]
  nextActivityType: number
  nextDate?: number | undefined
  nextTestSpecId?: number
  remark: string
}

/** Request fields for a revival without contact and proof images. */
const noContact = { completedActivityType: activityType.call, images1: '', images2: '', images3: '' } as const

/** Reopens a lost customer. */
export function ReviveDialog({ profile, onClosed }: ActionDialogProps) {
  // The usual member is filled in once they have come.
  const { data: offered, isPending } = useAssignable({ isAll: profile.canResign, withSelf: true })
  const form = useActionForm({
    profile,
    action: 'revive',
    draft: 'customer.revive',
    schema: Revive,
    initial: initialRevive(profile),
    toRequest: ({ nextSlot, ...values }: ReviveValues) => ({
      ...dealOf(profile),
      ...values,
      ...hourRequest({ ...values, nextSlot }),
      specIds: values.specIds.join(','),
      nextTestSpecId: values.nextActivityType === activityType.testDrive ? (values.nextTestSpecId ?? 0) : 0,
      ...noContact,
    }),
    fieldOf: hourFieldOf,
    moreProblems: ({ level, nextDate = 0 }) => {
      const text = nextDateProblem({ level, nextDate }, nowSeconds())
      return text ? [{ path: 'nextDate', text }] : []
    },
    send: (request, options) => callApi(relive, request, options),
    done: '客户已复活!',
  })
  return (
    <FormDialog
      title={`复活 ${profile.customer.name}`}
      form={form}
      onClosed={onClosed}
      okText="复活"
      width={720}
      locked={isPending}
    >
      <FormSection title="客户意向">
        <LevelChoice />
        <FormGrid>
          <Field name="specIds" label="意向车系" required>
            <SeriesSelect />
          </Field>
          <OwnerField profile={profile} offered={offered} />
        </FormGrid>
      </FormSection>
      <FormSection title="后续安排">
        <NextFollow ownerId={profile.customer.deal.ownerId} />
        <Field name="remark" label="备注" required>
          <Input.TextArea rows={3} maxLength={1000} showCount placeholder="客户为什么回来了" />
        </Field>
      </FormSection>
    </FormDialog>
  )
}

function hourRequest(values: Partial<ReviveValues>) {
  const { nextDate = 0, nextActivityType = 0 } = values
  const { at, minutes, carId } = hourOf(
    nextDate,
    nextActivityType,
    arrivalTypes.includes(nextActivityType) ? values : {},
  )
  return { nextDate: at || undefined, nextMinutes: minutes, nextCarId: carId }
}

const initialRevive = (profile: CustomerProfile): ReviveValues => ({
  level: 'N',
  specIds: profile.info.intendSerieses.map(({ specId }) => specId).slice(0, maxSeries),
  ...plannedFor('N', nowSeconds()),
  remark: '',
})

function LevelChoice() {
  const form = Form.useFormInstance<ReviveValues>()
  const chosen = (level: FollowLevel): void =>
    form.setFieldsValue({ nextDate: plannedFor(level, nowSeconds()).nextDate })
  return (
    <Field name="level" label="意向级别" group required>
      <ChipRadio<FollowLevel>
        size="large"
        onChange={chosen}
        options={followLevels.map((level) => ({
          value: level,
          label: <LevelChip level={level} />,
          hint: `${windowDays[level]}天内`,
        }))}
      />
    </Field>
  )
}

/** Preselects the previous owner if still assignable, otherwise the user. */
function OwnerField({ profile, offered }: { profile: CustomerProfile; offered: readonly MemberOption[] }) {
  const form = Form.useFormInstance<ReviveValues>()
  const { ownerId, ownerName } = profile.customer.deal
  const { memberId: self } = useSession().profile
  const usual = [ownerId, self].find((id) => offered.some(({ memberId }) => memberId === id))
  useEffect(() => {
    if (usual && !form.isFieldTouched('memberId')) form.setFieldsValue({ memberId: usual })
  }, [usual, form])
  return (
    <Field name="memberId" label="客户经理" required extra={`原客户经理：${ownerName}`}>
      <MemberSelect isAll={profile.canResign} withSelf />
    </Field>
  )
}
