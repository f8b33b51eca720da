import type { CustomerProfile } from '@showroom/contract/customer/profile.schema'
import { errors } from '@showroom/contract/kernel/errors'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { type ActionDialogProps, useOpenAction } from '../actionDialog'

/** Decided when a dialog opens, so that completing orders from the warning does not replace it with the form. */
export const useOpenOrders = ({ openOrders }: CustomerProfile): boolean => useState(openOrders > 0)[0]

/** Explains that open orders block defeat and dormancy, and links to them. */
export function OpenOrdersWarning({ onClosed }: ActionDialogProps) {
  const openAction = useOpenAction()
  const [open, setOpen] = useState(true)
  const [toOrders, setToOrders] = useState(false)
  const close = (): void => setOpen(false)
  return (
    <Modal
      open={open}
      title="温馨提示"
      width={440}
      centered
      onCancel={close}
      afterClose={() => (toOrders ? openAction?.('order.list') : onClosed())}
      footer={
        <>
          <Button onClick={close}>知道了</Button>
          <Button
            type="primary"
            autoFocus
            onClick={() => {
              setToOrders(true)
              close()
            }}
          >
            查看订单
          </Button>
        </>
      }
    >
      <p>{errors.CUSTOMER_ORDER_OPEN.text}</p>
    </Modal>
  )
}
