import { errors } from '@showroom/contract/kernel/errors'
import { Button, Modal } from 'antd'
import { useState } from 'react'

/** Document 2, section 8: orders that are not dealt with stand in the way of defeat and dormancy. */
export function OpenOrdersWarning({ onClosed }: { onClosed: () => void }) {
  const [open, setOpen] = useState(true)
  const close = (): void => setOpen(false)
  return (
    <Modal
      open={open}
      title="温馨提示"
      width={440}
      centered
      onCancel={close}
      afterClose={onClosed}
      footer={
        <Button type="primary" autoFocus onClick={close}>
          知道了
        </Button>
      }
    >
      <p>{errors.CUSTOMER_ORDER_OPEN.text}</p>
    </Modal>
  )
}
