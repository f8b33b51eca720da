import { Button, Modal } from 'antd'
import { type ReactNode, useState } from 'react'
import { AtHand } from './AtHand'
import { FormProblemAlert, SchemaForm } from './SchemaForm'
import type { SchemaFormApi } from './types'

interface ConfirmDialogProps<Values extends object> {
  title: string
  /** From `useSchemaForm`: sends the action, shows errors, ignores double clicks. It has no fields. */
  form: SchemaFormApi<Values>
  /** Called when the dialog has closed, confirmed or not: unmount it then. */
  onClosed: () => void
  /** The question. */
  children: ReactNode
  okText: string
  /** Replaces 取消 where that word could be read as the action itself. */
  cancelText?: string
  danger?: boolean
}

/**
 * Asks before an action that needs no input. Mount it to open it; a refusal is shown in place, above the buttons. The
 * focus is on 取消 for a destructive action, otherwise on the action's button.
 */
export function ConfirmDialog<Values extends object>(props: ConfirmDialogProps<Values>) {
  const { title, form, onClosed, children, okText, cancelText = '取消', danger = false } = props
  const [open, setOpen] = useState(true)
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
      footer={
        <div>
          <FormProblemAlert form={form} />
          <div className="sr-dialog-footer sr-confirm-footer">
            <Button onClick={close} disabled={form.pending}>
              {danger ? <AtHand>{cancelText}</AtHand> : cancelText}
            </Button>
            <Button type="primary" danger={danger} loading={form.pending} onClick={() => void submit()}>
              {danger ? okText : <AtHand>{okText}</AtHand>}
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
