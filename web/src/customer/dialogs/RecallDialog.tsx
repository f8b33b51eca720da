import { Recall } from '@showroom/contract/customer/action.schema'
import { recall } from '@showroom/contract/customer/customer.api'
import type { CustomerProfile } from '@showroom/contract/customer/profile.schema'
import { addDays, dayStart } from '@showroom/contract/kernel/day'
import { Checkbox, Input } from 'antd'
import { useState } from 'react'
import { callApi } from '../../api/client'
import { nowSeconds } from '../../api/clock'
import { DayPicker } from '../../ui/form/DayPicker'
import { FormDialog } from '../../ui/form/FormDialog'
import { Field, FormGrid, When } from '../../ui/form/SchemaForm'
import { useNow } from '../../ui/useNow'
import { ChipRadio } from '../../ui/form/ChipRadio'
import type { ActionDialogProps } from '../actionDialog'
import { DayChoice } from '../../ui/form/DayChoice'
import { type FollowTarget, returnVisitOf, targetOf } from '../follow/follow.form'
import { useActionForm } from './useActionForm'
import './RecallDialog.css'

const contacted = 1
const notReached = 2
/** Usual time until the next return visit, in days. */
const usualDays = 90

interface RecallValues {
  completedDate?: number
  contactStatus?: number
  remark: string
  nextRecall: boolean
  birthdayRecall: boolean
  nextDate?: number | undefined
}

/** Records a return visit after delivery, and whether another is planned. */
export const RecallDialog = (props: ActionDialogProps) => (
  <VisitDialog {...props} action="recall" visitOf={targetOf} />
)

/** Records a return visit planned in an earlier deal, independent of the current deal's state. */
export const ReturnVisitDialog = (props: ActionDialogProps) => (
  <VisitDialog {...props} visitOf={returnVisitOf} />
)

interface VisitDialogProps extends ActionDialogProps {
  /** The action in the state table. */
  action?: 'recall'
  visitOf: (profile: CustomerProfile) => FollowTarget
}

function VisitDialog({ profile, onClosed, action, visitOf }: VisitDialogProps) {
  const now = useNow()
  const today = dayStart(now)
  // Keeps the visit that the dialog was opened on, even if the file is refetched: of two users saving, the second is refused.
  const [target, setTarget] = useState(() => visitOf(profile))
  const form = useActionForm({
    profile,
    ...(action && { action }),
    draft: 'customer.recall',
    schema: Recall,
    initial: initialRecall(),
    toRequest: (values: RecallValues) => ({
      ...target,
      ...values,
      nextDate: values.nextRecall ? (values.nextDate ?? 0) : 0,
    }),
    send: (request, options) => callApi(recall, request, options),
    rebase: (_values, fresh) => {
      setTarget(visitOf(fresh))
      return {}
    },
    done: '完成客户回访',
  })
  return (
    <FormDialog
      title={`回访 ${profile.customer.name}`}
      form={form}
      onClosed={onClosed}
      okText="完成回访"
      width={640}
    >
      <FormGrid>
        <Field name="contactStatus" label="联系状态" group required>
          <ChipRadio<number>
            options={[
              { value: contacted, label: '已联系' },
              { value: notReached, label: '未联系上' },
            ]}
          />
        </Field>
        <Field name="completedDate" label="回访日期" required>
          <DayPicker max={today} allowClear={false} />
        </Field>
      </FormGrid>
      <Field name="remark" label="备注" required>
        <Input.TextArea rows={4} maxLength={1000} showCount placeholder="用车感受、问题与下一步" />
      </Field>
      <div className="sr-c-recall-checks">
        <Field name="birthdayRecall" valuePropName="checked">
          <Checkbox>生日回访</Checkbox>
        </Field>
        <Field name="nextRecall" valuePropName="checked">
          <Checkbox>安排下次回访</Checkbox>
        </Field>
      </div>
      <When<boolean> field="nextRecall" is={Boolean}>
        <Field name="nextDate" label="下次回访日期" required>
          <DayChoice quick={[7, 30, usualDays, 180, 365]} min={today} max={undefined} />
        </Field>
      </When>
    </FormDialog>
  )
}

const initialRecall = (): RecallValues => ({
  completedDate: dayStart(nowSeconds()),
  remark: '',
  nextRecall: true,
  birthdayRecall: false,
  nextDate: addDays(nowSeconds(), usualDays),
})
