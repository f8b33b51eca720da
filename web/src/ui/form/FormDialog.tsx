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
  okText: string
  /** Replaces 取消 where that word could be read as the action itself. */
  cancelText?: string
  danger?: boolean
  width?: number
  /** Information for the user before sending, shown beside the buttons and before the keys. */
  footerNote?: ReactNode
  /** Focuses a field when the dialog has opened; by default the first one. */
  focus?: (root: HTMLElement | null) => void
  /** Disables sending while a part of the form is still loading. */
  locked?: boolean
}

/**
 * A form in a dialog. Mount it to open it: `{adding && <NewThingDialog onClosed={() => setAdding(false)} />}`. It
 * closes itself after a successful submit. Changed input is kept as a draft, or the dialog asks before discarding it,
 * also when the browser goes back. Its body scrolls with the buttons always visible, and on a phone it fills the
 * screen.
 */
export function FormDialog<Values extends object>(props: FormDialogProps<Values>) {
  const { title, form, onClosed, children, okText, danger, width = 720, footerNote } = props
  const { cancelText = '取消', locked = false, focus = focusFirstField } = props
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
      afterOpenChange={(opened) => opened && focus(form.parts.root.current)}
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
