import { type CustomerProfile, draftedOn } from '@showroom/contract/customer/profile.schema'
import { addDays, dayStart } from '@showroom/contract/kernel/day'
import * as order from '@showroom/contract/order/order.api'
import { farthestVisit } from '@showroom/contract/order/order.rules'
import { OrderFollow } from '@showroom/contract/order/order.schema'
import { Input } from 'antd'
import { useState } from 'react'
import { callApi } from '../api/client'
import { nowSeconds } from '../api/clock'
import { ChipRadio, yesOrNo } from '../ui/form/ChipRadio'
import { DayChoice } from '../ui/form/DayChoice'
import { FormDialog } from '../ui/form/FormDialog'
import { Field, FormGrid, When } from '../ui/form/SchemaForm'
import { useSchemaForm } from '../ui/form/useSchemaForm'
import { useMessage } from '../ui/useMessage'
import { blankOrderFollow, orderFollowRequest, type OrderFollowValues, pastVisit } from './order.form'
import { useOrderChanged, useOrderRefused } from './order.queries'

const contactStatuses = [
  { value: 1, label: '已联系' },
  { value: 2, label: '未联系上' },
]

export interface OrderFollowDialogProps {
  profile: CustomerProfile
  /** Called after the closing animation; unmount the dialog then. */
  onClosed: () => void
}

/** 订车回访: records a follow-up with a customer waiting for the ordered car. */
export function OrderFollowDialog({ profile, onClosed }: OrderFollowDialogProps) {
  const message = useMessage()
  const changed = useOrderChanged(profile.customer.id)
  const onRefused = useOrderRefused(profile.customer.id)
  const [now] = useState(nowSeconds)
  const form = useSchemaForm({
    schema: OrderFollow,
    draft: { form: 'order.follow', record: draftedOn(profile) },
    initial: blankOrderFollow,
    toRequest: (values: OrderFollowValues) => orderFollowRequest(values, profile),
    moreProblems: (values) => pastVisit(values, values.isDeliver !== true, nowSeconds()),
    send: (request, options) => callApi(order.orderFollow, request, options),
    onDone: () => {
      changed()
      message.success('订车回访成功')
    },
    onRefused,
  })
  return (
    <FormDialog
      title={`订车回访 ${profile.customer.name}`}
      form={form}
      onClosed={onClosed}
      okText="完成回访"
      width={560}
    >
      <FormGrid>
        <Field name="contactStatus" label="联系状态" group required>
          <ChipRadio options={contactStatuses} />
        </Field>
        <Field name="birthdayRecall" label="生日回访" group>
          <ChipRadio options={yesOrNo} />
        </Field>
        <Field name="isDeliver" label="是否交车" group>
          <ChipRadio options={yesOrNo} />
        </Field>
        <When<boolean> field="isDeliver" is={(delivered) => !delivered}>
          <Field name="nextDate" label="下次回访日期" required>
            <DayChoice quick={[1, 3, 7, 14]} min={dayStart(now)} max={addDays(now, farthestVisit)} />
          </Field>
        </When>
        <Field name="remark" label="备注" wide required>
          <Input.TextArea rows={4} maxLength={1000} showCount placeholder="请输入备注" />
        </Field>
      </FormGrid>
    </FormDialog>
  )
}
