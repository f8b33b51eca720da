import * as order from '@showroom/contract/order/order.api'
import type { SubOrder } from '@showroom/contract/order/detail.schema'
import { Cancel } from '@showroom/contract/order/order.schema'
import { InputNumber } from 'antd'
import { useState } from 'react'
import { callApi } from '../api/client'
import { FormDialog } from '../ui/form/FormDialog'
import { Field } from '../ui/form/SchemaForm'
import { useSchemaForm } from '../ui/form/useSchemaForm'
import { useMessage } from '../ui/useMessage'
import { CancelReasonFields } from './CancelReasonFields'
import { useOrderChanged, useOrderRefused } from './order.queries'

interface CancelLineDialogProps {
  orderId: number
  customerId: number
  /** Row version of the order. */
  rowVersion: number
  line: SubOrder
  /** Called after the closing animation; unmount the dialog then. */
  onClosed: () => void
}

interface CancelLineValues {
  cancelReason?: string
  remark: string
  cancelSubCount: number | null
}

/** Cancels some or all vehicles of one line; the rest of the order continues. */
export function CancelLineDialog({ orderId, customerId, line, onClosed, ...props }: CancelLineDialogProps) {
  const message = useMessage()
  const changed = useOrderChanged(customerId)
  // The quantities were read when the dialog opened, so this version is sent.
  const [rowVersion] = useState(props.rowVersion)
  const left = line.number - line.cancelSubCount
  const form = useSchemaForm({
    schema: Cancel,
    initial: { remark: '', cancelSubCount: left },
    toRequest: ({ cancelSubCount, ...values }: CancelLineValues) => ({
      ...values,
      orderId,
      rowVersion,
      subOrderNo: line.subOrderNo,
      cancelSubCount: cancelSubCount ?? 0,
    }),
    // A request with 0 cancels all remaining vehicles, so an empty field must be rejected here.
    moreProblems: ({ cancelSubCount }) =>
      cancelSubCount === null ? [{ path: 'cancelSubCount', text: '请输入取消数量' }] : [],
    send: (request, options) => callApi(order.cancel, request, options),
    onDone: () => {
      changed()
      message.success('取消订单成功')
    },
    onRefused: useOrderRefused(customerId),
  })
  return (
    <FormDialog
      title={`取消车辆 ${line.seriesName} ${line.specName}，${line.carExternalColor}`}
      form={form}
      onClosed={onClosed}
      okText="取消车辆"
      cancelText="返回"
      danger
      width={520}
    >
      {left > 1 && (
        <Field name="cancelSubCount" label={`取消数量（共${left}台）`} required>
          <InputNumber<number> className="sr-fill" min={1} max={left} precision={0} />
        </Field>
      )}
      <CancelReasonFields name="cancelReason" />
    </FormDialog>
  )
}
