import { orderCan } from '@showroom/contract/order/order.rules'
import { Button } from 'antd'
import { useState } from 'react'
import { lazyDialog } from '../ui/lazyDialog'
import type { OrderActionDialogProps } from './orderAction'

/** Order actions in the customer's file; the contract decides which apply to an order's status. */
const orderActions = [
  {
    label: '提交审批',
    can: orderCan.submit,
    Dialog: lazyDialog(() => import('./SubmitOrderDialog').then((module) => module.SubmitOrderDialog)),
  },
  {
    label: '撤回订单',
    can: orderCan.withdraw,
    Dialog: lazyDialog(() => import('./OrderConfirm').then((module) => module.WithdrawOrderDialog)),
  },
  {
    label: '取消订单',
    can: orderCan.cancel,
    Dialog: lazyDialog(() => import('./CancelOrderDialog').then((module) => module.CancelOrderDialog)),
  },
] as const

/** An order's action buttons and the dialogs they open. */
export function OrderActions({ order, customerId }: Omit<OrderActionDialogProps, 'onClosed'>) {
  const [label, setLabel] = useState<string>()
  const open = orderActions.find((action) => action.label === label)
  return (
    <>
      {orderActions
        .filter(({ can }) => can(order.orderStatus))
        .map((action) => (
          <Button key={action.label} size="small" onClick={() => setLabel(action.label)}>
            {action.label}
          </Button>
        ))}
      {open && <open.Dialog order={order} customerId={customerId} onClosed={() => setLabel(undefined)} />}
    </>
  )
}
