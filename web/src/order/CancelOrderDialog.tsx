import * as order from '@showroom/contract/order/order.api'
import { cancelReasonsWithRemark } from '@showroom/contract/order/order.rules'
import { CancelOrder } from '@showroom/contract/order/order.schema'
import { Input } from 'antd'
import { callApi } from '../api/client'
import { DictionarySelect } from '../base/public'
import { FormDialog } from '../ui/form/FormDialog'
import { Field, useFieldValue } from '../ui/form/SchemaForm'
import { useSchemaForm } from '../ui/form/useSchemaForm'
import { useMessage } from '../ui/useMessage'
import type { OrderActionDialogProps } from './orderAction'
import { useOrderChanged, useOrderRefused } from './order.queries'

interface CancelValues {
  reason?: string
  remark: string
}

/** 取消订单, with the reason; two of the reasons want words of their own. */
export function CancelOrderDialog({ order: { id, orderNo }, customerId, onClosed }: OrderActionDialogProps) {
  const message = useMessage()
  const changed = useOrderChanged(customerId)
  const form = useSchemaForm({
    schema: CancelOrder,
    initial: { remark: '' },
    toRequest: (values: CancelValues) => ({ ...values, orderId: id }),
    send: (request, options) => callApi(order.cancelOrder, request, options),
    onDone: () => {
      changed()
      message.success('取消订单成功')
    },
    onRefused: useOrderRefused(customerId),
  })
  return (
    <FormDialog
      title={`取消订单 ${orderNo}`}
      form={form}
      onClosed={onClosed}
      okText="取消订单"
      cancelText="返回"
      danger
      width={520}
    >
      <Field name="reason" label="取消原因" required>
        <DictionarySelect<string> kind="orderCancelReasons" placeholder="请选择取消订单原因" />
      </Field>
      <Remark />
    </FormDialog>
  )
}

function Remark() {
  const reason = useFieldValue<string>('reason') ?? ''
  const required = cancelReasonsWithRemark.includes(reason)
  return (
    <Field name="remark" label="备注" required={required}>
      <Input.TextArea rows={3} maxLength={200} showCount placeholder={required ? '请填写备注' : '选填'} />
    </Field>
  )
}
