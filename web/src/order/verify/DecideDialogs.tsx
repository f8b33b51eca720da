import { moneyText } from '@showroom/contract/kernel/money'
import type { OrderDetail } from '@showroom/contract/order/detail.schema'
import { confirmOrder, rejectOrder } from '@showroom/contract/order/order.api'
import { ConfirmOrder, RejectOrder } from '@showroom/contract/order/order.schema'
import { useQueryClient } from '@tanstack/react-query'
import { Input } from 'antd'
import { useState } from 'react'
import { callApi } from '../../api/client'
import { ConfirmDialog } from '../../ui/form/ConfirmDialog'
import { FormDialog } from '../../ui/form/FormDialog'
import { Field } from '../../ui/form/SchemaForm'
import { useSchemaForm } from '../../ui/form/useSchemaForm'
import { useMessage } from '../../ui/useMessage'
import { buyerOf } from '../order.labels'
import { useOrderChanged, useOrderRefused } from '../order.queries'
import { invalidateOrderLists } from './verify.queries'

/** The fields that the dialogs need of an order, from its page or its row. */
type OrderToDecide = Pick<
  OrderDetail,
  | 'id'
  | 'orderNo'
  | 'rowVersion'
  | 'customerId'
  | 'customerType'
  | 'customerName'
  | 'companyName'
  | 'totalPrice'
  | 'paymentAmount'
>

interface DecideDialogProps {
  /** The decision applies to the order as it was when the dialog opened. */
  order: OrderToDecide
  /** Called after the decision. */
  onDone?: () => void
  onClosed: () => void
}

/** Call after a decision by this user or a colleague. */
function useDecided(customerId: number): () => void {
  const queries = useQueryClient()
  const changed = useOrderChanged(customerId)
  return () => {
    changed()
    void invalidateOrderLists(queries)
  }
}

/** 同意. */
export function AgreeOrderDialog({ order, onDone, onClosed }: DecideDialogProps) {
  const message = useMessage()
  const [opened] = useState(order)
  const decided = useDecided(opened.customerId)
  const form = useSchemaForm({
    schema: ConfirmOrder,
    initial: {},
    toRequest: () => ({ orderId: opened.id, rowVersion: opened.rowVersion }),
    send: (request, options) => callApi(confirmOrder, request, options),
    onDone: () => {
      decided()
      message.success(`订单${opened.orderNo}审核通过`)
      onDone?.()
    },
    onRefused: useOrderRefused(opened.customerId),
  })
  return (
    <ConfirmDialog title={`同意订单 ${opened.orderNo}`} form={form} onClosed={onClosed} okText="同意">
      <p>
        {buyerOf(opened)}，订单总价{moneyText(opened.totalPrice)}，定金{moneyText(opened.paymentAmount)}。
      </p>
      <p className="sr-confirm-hint">同意后客户成为O级，订单交由厂家配车。</p>
    </ConfirmDialog>
  )
}

/** 驳回, with a reason for the consultant. */
export function RejectOrderDialog({ order, onDone, onClosed }: DecideDialogProps) {
  const message = useMessage()
  const [opened] = useState(order)
  const decided = useDecided(opened.customerId)
  const form = useSchemaForm({
    schema: RejectOrder,
    initial: { reason: '' },
    toRequest: (values: { reason: string }) => ({
      ...values,
      orderId: opened.id,
      rowVersion: opened.rowVersion,
    }),
    send: (request, options) => callApi(rejectOrder, request, options),
    onDone: () => {
      decided()
      message.success(`订单${opened.orderNo}已驳回`)
      onDone?.()
    },
    onRefused: useOrderRefused(opened.customerId),
  })
  return (
    <FormDialog
      title={`驳回订单 ${opened.orderNo}`}
      form={form}
      onClosed={onClosed}
      okText="驳回"
      danger
      width={520}
    >
      <Field name="reason" label="驳回原因" required>
        <Input.TextArea rows={4} maxLength={500} showCount placeholder="客户经理会看到，请写明需要修改什么" />
      </Field>
    </FormDialog>
  )
}
