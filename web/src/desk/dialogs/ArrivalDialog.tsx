import type { FoundArrival } from '@showroom/contract/desk/list.schema'
import { type InputRef, Modal } from 'antd'
import { useRef, useState } from 'react'
import { ConfirmArrival } from './ConfirmArrival'
import { FindArrival } from './FindArrival'

/** Searches for an arriving known customer, and confirms the arrival. */
export function ArrivalDialog({ onClosed }: { onClosed: () => void }) {
  const [isOpen, setOpen] = useState(true)
  const [chosen, setChosen] = useState<FoundArrival>()
  const field = useRef<InputRef>(null)
  const close = (): void => setOpen(false)
  return (
    <Modal
      open={isOpen}
      title="确认到店"
      width={640}
      centered
      footer={null}
      onCancel={close}
      afterClose={onClosed}
      afterOpenChange={(opened) => opened && field.current?.focus()}
      wrapClassName="sr-dialog"
    >
      <FindArrival field={field} hint="输入后查找门店的客户，↑↓ 选择，↵ 确认到店" onChosen={setChosen} />
      {chosen && (
        <ConfirmArrival
          customer={chosen}
          onDone={close}
          onClosed={() => {
            setChosen(undefined)
            field.current?.focus()
          }}
        />
      )}
    </Modal>
  )
}
