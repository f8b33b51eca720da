import * as order from '@showroom/contract/order/order.api'
import { withdrawReason } from '@showroom/contract/order/order.rules'
import { CancelOrder, SubmitOrder } from '@showroom/contract/order/order.schema'
import { callApi } from '../api/client'
import { ConfirmDialog } from '../ui/form/ConfirmDialog'
import { useSchemaForm } from '../ui/form/useSchemaForm'
import { useMessage } from '../ui/useMessage'
import type { OrderActionDialogProps } from './orderAction'
import { useOrderChanged, useOrderRefused } from './order.queries'

/** Submits an order for review; it can no longer be edited then. */
export function SubmitOrderDialog({
  order: { id, orderNo },
  customerId,
  onDone,
  onClosed,
}: OrderActionDialogProps) {
  const message = useMessage()
  const changed = useOrderChanged(customerId)
  const form = useSchemaForm({
    schema: SubmitOrder,
    initial: {},
    toRequest: () => ({ orderId: id }),
    send: (request, options) => callApi(order.submitOrder, request, options),
    onDone: () => {
      changed()
      message.success('提交订单成功')
      onDone?.()
    },
    onRefused: useOrderRefused(customerId),
  })
  return (
    <ConfirmDialog title={`提交审批 ${orderNo}`} form={form} onClosed={onClosed} okText="提交审批">
      <p>提交审批后，订单信息将不能修改！</p>
      <p className="sr-confirm-hint">是否提交管理层进行审批？</p>
    </ConfirmDialog>
  )
}

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
