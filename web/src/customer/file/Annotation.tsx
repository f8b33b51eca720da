import { Annotate } from '@showroom/contract/customer/action.schema'
import { remark } from '@showroom/contract/customer/customer.api'
import type { CustomerProfile } from '@showroom/contract/customer/profile.schema'
import { Button } from 'antd'
import { useEffect } from 'react'
import { callApi } from '../../api/client'
import { Field, FormProblemAlert, SchemaForm, useFieldValue } from '../../ui/form/SchemaForm'
import { useKeptInput } from '../../ui/form/useKeptInput'
import { useNarrow } from '../../ui/useNarrow'
import { dealOf } from '../customerState'
import { NoteInput } from '../fields/NoteInput'
import { useActionForm } from '../dialogs/useActionForm'

interface AnnotationProps {
  profile: CustomerProfile
  /** Name, placeholder and limit of the field. */
  looks: object
  autoFocus: boolean
  /** Typed before the form was loaded. */
  typed: string
  /** Whether the key that saves was pressed after it. */
  sends: boolean
}

/** The form of a note, visible to all users with access to the customer. */
export function Annotation({ profile, looks, autoFocus, typed, sends }: AnnotationProps) {
  const narrow = useNarrow()
  const form = useActionForm({
    profile,
    schema: Annotate,
    initial: { remark: '' },
    toRequest: (values: { remark: string }) => ({ ...dealOf(profile), ...values }),
    send: (request, options) => callApi(remark, request, options),
    waits: { name: '批注', text: ({ remark: text }) => text },
    done: '批注已保存',
  })
  const { questions } = useKeptInput(form)
  const { form: fields, parts } = form
  const isTyped = (useFieldValue<string>('remark', form.form) ?? '') !== ''
  const save = async (): Promise<boolean> => {
    const saved = await form.submit()
    if (saved) form.form.resetFields()
    return saved
  }
  useEffect(() => {
    if (typed === '') return
    fields.setFieldsValue({ remark: typed })
    parts.changed({ remark: typed })
    if (sends) void save()
    // Once, when the form takes over.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  const drop = (): void => {
    form.form.resetFields()
    form.discard()
  }
  return (
    <div className="sr-c-note">
      <SchemaForm form={{ ...form, submit: save }} hideProblem>
        <Field name="remark">
          <NoteInput
            customerId={profile.customer.id}
            {...looks}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- takes the focus over from the field that it replaces
            autoFocus={autoFocus}
            autoSize={{ minRows: 1, maxRows: 8 }}
          />
        </Field>
      </SchemaForm>
      <FormProblemAlert form={form} />
      {isTyped && (
        <div className="sr-c-note-foot">
          {!narrow && <span className="sr-dialog-note">Ctrl + Enter 保存</span>}
          <Button size="small" disabled={form.pending} onClick={drop}>
            取消
          </Button>
          <Button size="small" type="primary" loading={form.pending} onClick={() => void save()}>
            保存
          </Button>
        </div>
      )}
      {questions}
    </div>
  )
}
