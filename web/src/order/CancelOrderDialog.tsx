import * as order from '@showroom/contract/order/order.api'
import { CancelOrder } from '@showroom/contract/order/order.schema'
import { callApi } from '../api/client'
import { FormDialog } from '../ui/form/FormDialog'
import { useSchemaForm } from '../ui/form/useSchemaForm'
import { useMessage } from '../ui/useMessage'
import { CancelReasonFields } from './CancelReasonFields'
import type { OrderActionDialogProps } from './orderAction'
import { useOrderChanged, useOrderRefused } from './order.queries'

interface CancelValues {
  reason?: string
  remark: string
}

/** 取消订单, with a reason; two of the reasons require a remark. */
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
      <CancelReasonFields name="reason" />
    </FormDialog>
  )
}
