import { Button, Modal } from 'antd'
import { type ReactNode, useState } from 'react'
import { focusFirstField } from './firstError'
import { FormNote, useDraftState } from './FormNote'
import { FormProblemAlert, SchemaForm } from './SchemaForm'
import type { SchemaFormApi } from './types'
import { useKeptInput } from './useKeptInput'

interface FormDialogProps<Values extends object> {
  title: ReactNode
  /** From `useSchemaForm`. */
  form: SchemaFormApi<Values>
  /** Called when the dialog has closed, saved or not: unmount it then. */
  onClosed: () => void
  children: ReactNode
  okText?: string
  /** Where 取消 would read like the action itself. */
  cancelText?: string
  danger?: boolean
  width?: number
  /** What is to be known before it is sent: beside the buttons, before the keys. */
  footerNote?: ReactNode
  /** Nothing can be sent now: a part of it is still on its way. */
  locked?: boolean
}

/**
 * A form in a dialog. Mount it to open: `{adding && <NewThingDialog onClosed={() => setAdding(false)} />}`. It closes by
 * itself when the form went through, keeps changed input as a draft or asks before it throws it away (also when the browser goes back),
 * scrolls inside with the buttons always in sight, and fills the screen of a phone.
 */
export function FormDialog<Values extends object>(props: FormDialogProps<Values>) {
  const { title, form, onClosed, children, okText = '确定', danger, width = 720, footerNote } = props
  const { cancelText = '取消', locked = false } = props
  const [open, setOpen] = useState(true)
  const { mayLeave, questions } = useKeptInput(form)
  const isViewed = useDraftState(form.draft)?.kind === 'viewed'

  const close = async (): Promise<void> => {
    if (!form.pending && (await mayLeave())) setOpen(false)
  }
  const submit = async (): Promise<void> => {
    if (await form.submit()) setOpen(false)
  }
  const submitting: SchemaFormApi<Values> = { ...form, submit: () => submit().then(() => false) }

  return (
    <Modal
      open={open}
      title={title}
      width={width}
      centered
      mask={{ closable: false }}
      onCancel={() => void close()}
      afterClose={onClosed}
      afterOpenChange={(opened) => opened && focusFirstField(form.parts.root.current)}
      wrapClassName="sr-dialog"
      destroyOnHidden={false}
      footer={
        <div>
          <FormProblemAlert form={form} />
          <div className="sr-dialog-footer">
            <FormNote form={form} save={okText}>
              {footerNote}
            </FormNote>
            <Button onClick={() => void close()} disabled={form.pending}>
              {cancelText}
            </Button>
            <Button
              type="primary"
              danger={danger ?? false}
              loading={form.pending}
              disabled={isViewed || locked}
              onClick={() => void submit()}
            >
              {okText}
            </Button>
          </div>
        </div>
      }
    >
      <SchemaForm form={submitting} hideProblem>
        {children}
      </SchemaForm>
      {questions}
    </Modal>
  )
}
