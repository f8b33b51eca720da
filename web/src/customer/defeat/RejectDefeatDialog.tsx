import { nextDateProblem } from '@showroom/contract/customer/add.schema'
import { defaultNextDate } from '@showroom/contract/customer/level.rules'
import type { CustomerProfile } from '@showroom/contract/customer/profile.schema'
import { rejectFail } from '@showroom/contract/review/review.api'
import { RejectFail } from '@showroom/contract/review/review.schema'
import type { MemberOption } from '@showroom/contract/team/team.schema'
import { useQuery } from '@tanstack/react-query'
import { Form, Input } from 'antd'
import { useEffect } from 'react'
import { callApi } from '../../api/client'
import { SeriesSelect } from '../../base/public'
import { memberListQuery, MemberSelect, useAssignable } from '../../team/public'
import { nowSeconds } from '../../api/clock'
import { FormDialog } from '../../ui/form/FormDialog'
import { Field, FormGrid, useFieldValue } from '../../ui/form/SchemaForm'
import { useNow } from '../../ui/useNow'
import { ChipRadio } from '../../ui/form/ChipRadio'
import type { ActionDialogProps } from '../actionDialog'
import { requestOf } from '../customerState'
import { DayChoice } from '../../ui/form/DayChoice'
import { DefeatRequest } from '../fields/DefeatRequest'
import { dateWindow, quickDays } from '../follow/follow.form'
import { useActionForm } from '../dialogs/useActionForm'

/** Level of a customer after the rejection. */
const level = 'N'
const yes = 1
const no = 2
const consultantRole = 4

interface RejectValues {
  crossRecall?: number
  memberId?: number | undefined
  nextDate?: number
  specIds: number[]
  remark: string
}

/** Rejects a defeat request: the customer returns at level N to a consultant, who makes the next call. */
export function RejectDefeatDialog({ profile, onClosed }: ActionDialogProps) {
  const now = useNow()
  // 否 fills in the usual member once they have come.
  const { data: offered, isPending } = useAssignable({ isAll: true })
  const form = useActionForm({
    profile,
    action: 'rejectDefeat',
    draft: 'review.reject',
    schema: RejectFail,
    initial: {
      nextDate: defaultNextDate(level, nowSeconds()),
      specIds: profile.info.intendSerieses.map(({ specId }) => specId),
      remark: '',
    } satisfies RejectValues,
    toRequest: (values: RejectValues) => ({
      ...requestOf(profile),
      ...values,
      specIds: values.specIds.join(','),
      level,
      nextActivityType: 1,
    }),
    moreProblems: ({ nextDate = 0 }) => {
      const text = nextDateProblem({ level, nextDate }, nowSeconds())
      return text ? [{ path: 'nextDate', text }] : []
    },
    send: (request, options) => callApi(rejectFail, request, options),
    done: '客户已被驳回战败申请!',
  })
  return (
    <FormDialog
      title={`驳回战败 ${profile.customer.name}`}
      form={form}
      onClosed={onClosed}
      okText="驳回战败"
      width={640}
      locked={isPending}
    >
      <DefeatRequest profile={profile} boxed />
      <Who profile={profile} offered={offered} />
      <Field name="nextDate" label="下次沟通日期" required extra={`驳回后客户回到${level}级`}>
        <DayChoice quick={quickDays(level)} {...dateWindow(level, now)} />
      </Field>
      <Field name="specIds" label="意向车系">
        <SeriesSelect />
      </Field>
      <Field name="remark" label="驳回原因" required>
        <Input.TextArea rows={3} maxLength={500} showCount placeholder="为什么继续跟进，注意什么" />
      </Field>
    </FormDialog>
  )
}

const oneOf = <One,>(all: readonly One[]): One | undefined => all[Math.floor(Math.random() * all.length)]

/** Chooses the owner. A cross recall goes to a random other consultant of the store. */
function Who({ profile, offered }: { profile: CustomerProfile; offered: readonly MemberOption[] }) {
  const form = Form.useFormInstance<RejectValues>()
  const { ownerId, ownerName } = profile.customer.deal
  const { data } = useQuery(memberListQuery())
  // An owner frozen since is not offered, so another must be chosen.
  const usual = offered.find(({ memberId }) => memberId === ownerId)?.memberId
  const crossRecall = useFieldValue<number>('crossRecall')
  const members = data?.data ?? []
  const others = members.filter(
    ({ memberId, role, status }) => role === consultantRole && status === 0 && memberId !== ownerId,
  )
  useEffect(() => {
    if (usual && crossRecall === no && !form.getFieldValue('memberId'))
      form.setFieldsValue({ memberId: usual })
  }, [usual, crossRecall, form])
  const without = members.filter((member) => !others.includes(member)).map(({ memberId }) => memberId)
  return (
    <FormGrid>
      <Field name="crossRecall" label="交叉回访" group required>
        <ChipRadio<number>
          onChange={(chosen) =>
            form.setFieldsValue({ memberId: chosen === yes ? oneOf(others)?.memberId : usual })
          }
          options={[
            { value: yes, label: '是', disabled: others.length === 0 },
            { value: no, label: '否' },
          ]}
        />
      </Field>
      <Field
        name="memberId"
        label="客户经理"
        required
        extra={crossRecall === yes ? '已随机选择，可更换' : `原客户经理：${ownerName}`}
      >
        <MemberSelect isAll without={crossRecall === yes ? without : []} />
      </Field>
    </FormGrid>
  )
}
