import { Button, Modal } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import { FormProblemAlert, SchemaForm } from './SchemaForm'
import type { SchemaFormApi } from './types'

interface ConfirmDialogProps<Values extends object> {
  title: string
  /** From `useSchemaForm`: sends the action, tells what is wrong, is safe against double clicks. It has no fields. */
  form: SchemaFormApi<Values>
  /** Called when the dialog has closed, confirmed or not: unmount it then. */
  onClosed: () => void
  /** What is asked. */
  children: ReactNode
  okText?: string
  danger?: boolean
}

/** A question before an action that needs no input. Mount it to open; a refusal is told in place, over the buttons. */
export function ConfirmDialog<Values extends object>(props: ConfirmDialogProps<Values>) {
  const { title, form, onClosed, children, okText = '确定', danger = false } = props
  const [open, setOpen] = useState(true)
  const first = useRef<HTMLButtonElement>(null)
  const close = (): void => {
    if (!form.pending) setOpen(false)
  }
  const submit = async (): Promise<void> => {
    if (await form.submit()) setOpen(false)
  }
  return (
    <Modal
      open={open}
      title={title}
      width={440}
      centered
      onCancel={close}
      afterClose={onClosed}
      afterOpenChange={(opened) => opened && first.current?.focus()}
      footer={
        <div>
          <FormProblemAlert form={form} />
          <div className="sr-dialog-footer sr-confirm-footer">
            <Button {...(danger && { ref: first })} onClick={close} disabled={form.pending}>
              取消
            </Button>
            <Button
              {...(!danger && { ref: first })}
              type="primary"
              danger={danger}
              loading={form.pending}
              onClick={() => void submit()}
            >
              {okText}
            </Button>
          </div>
        </div>
      }
    >
      <SchemaForm form={form} hideProblem>
        {children}
      </SchemaForm>
    </Modal>
  )
}
