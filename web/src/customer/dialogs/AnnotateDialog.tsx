import { Annotate } from '@showroom/contract/customer/action.schema'
import { remark } from '@showroom/contract/customer/customer.api'
import { callApi } from '../../api/client'
import { FormDialog } from '../../ui/form/FormDialog'
import { Field } from '../../ui/form/SchemaForm'
import type { ActionDialogProps } from '../actionDialog'
import { dealOf } from '../customerState'
import { NoteInput } from '../fields/NoteInput'
import { useActionForm } from './useActionForm'

/** Adds a note for later readers of the file. */
export function AnnotateDialog({ profile, onClosed }: ActionDialogProps) {
  const form = useActionForm({
    profile,
    schema: Annotate,
    initial: { remark: '' },
    toRequest: (values: { remark: string }) => ({ ...dealOf(profile), ...values }),
    send: (request, options) => callApi(remark, request, options),
    waits: { name: '批注', text: ({ remark: text }) => text },
    done: '批注已保存',
  })
  return (
    <FormDialog
      title={`批注 ${profile.customer.name}`}
      form={form}
      onClosed={onClosed}
      okText="保存"
      width={520}
    >
      <Field name="remark" label="批注内容" required>
        <NoteInput
          customerId={profile.customer.id}
          rows={5}
          maxLength={500}
          placeholder="所有能看到该客户的同事都会看到，输入@可提醒同事"
        />
      </Field>
    </FormDialog>
  )
}
