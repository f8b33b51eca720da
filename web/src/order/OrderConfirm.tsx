import * as order from '@showroom/contract/order/order.api'
import { withdrawReason } from '@showroom/contract/order/order.rules'
import { CancelOrder } from '@showroom/contract/order/order.schema'
import { callApi } from '../api/client'
import { ConfirmDialog } from '../ui/form/ConfirmDialog'
import { useSchemaForm } from '../ui/form/useSchemaForm'
import { useMessage } from '../ui/useMessage'
import type { OrderActionDialogProps } from './orderAction'
import { useOrderChanged, useOrderRefused } from './order.queries'

/** Withdraws a submitted order before its review. */
export function WithdrawOrderDialog({
  order: { id, orderNo },
  customerId,
  onClosed,
}: OrderActionDialogProps) {
  const message = useMessage()
  const changed = useOrderChanged(customerId)
  const form = useSchemaForm({
    schema: CancelOrder,
    initial: {},
    toRequest: () => ({ orderId: id, reason: withdrawReason }),
    send: (request, options) => callApi(order.cancelOrder, request, options),
    onDone: () => {
      changed()
      message.success('撤回订单成功')
    },
    onRefused: useOrderRefused(customerId),
  })
  return (
    <ConfirmDialog title={`撤回订单 ${orderNo}`} form={form} onClosed={onClosed} okText="撤回">
      <p>是否确定撤回该订单?</p>
      <p className="sr-confirm-hint">撤回后订单回到“待提交”，可修改后再次提交。</p>
    </ConfirmDialog>
  )
}
