import * as contact from '@showroom/contract/contact/contact.api'
import { useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { callApi } from '../api/client'
import { keyOf } from '../api/query'
import { type ChosenCustomer, CustomerSelect } from '../appointment/public'
import { ConfirmDialog } from '../ui/form/ConfirmDialog'
import { FormDialog } from '../ui/form/FormDialog'
import { Field } from '../ui/form/SchemaForm'
import { useSchemaForm } from '../ui/form/useSchemaForm'
import { notice } from '../ui/notice'

const Chosen = z.object({ customerId: z.number('请选择客户') })

interface BindDialogProps {
  externalId: string
  /** The contact's name. */
  name: string
  /** The file that was offered. */
  chosen: ChosenCustomer | undefined
  onClosed: () => void
}

/** Binds the contact to a file of the member's own. */
export function BindDialog({ externalId, name, chosen, onClosed }: BindDialogProps) {
  const queries = useQueryClient()
  const form = useSchemaForm({
    schema: Chosen,
    initial: chosen ? { customerId: chosen.customerId } : {},
    send: (request, options) => callApi(contact.bind, { ...request, externalId }, options),
    onDone: () => {
      notice.success('已绑定客户')
      void queries.invalidateQueries({ queryKey: keyOf(contact.get) })
    },
  })
  return (
    <FormDialog
      title={`绑定 ${name || '企业微信联系人'}`}
      form={form}
      onClosed={onClosed}
      okText="绑定"
      width={440}
    >
      <Field name="customerId" label="客户" required>
        <CustomerSelect chosen={chosen} onPicked={() => undefined} anyState />
      </Field>
    </FormDialog>
  )
}

interface UnbindDialogProps {
  externalId: string
  customerId: number
  onClosed: () => void
}

export function UnbindDialog({ externalId, customerId, onClosed }: UnbindDialogProps) {
  const queries = useQueryClient()
  const form = useSchemaForm({
    schema: z.object({}),
    initial: {},
    send: (_request, options) => callApi(contact.unbind, { externalId, customerId }, options),
    onDone: () => {
      notice.success('已解除绑定')
      void queries.invalidateQueries({ queryKey: keyOf(contact.get) })
    },
  })
  return (
    <ConfirmDialog title="解除与该客户的绑定？" form={form} onClosed={onClosed} okText="解除绑定" danger>
      <p>客户档案不受影响；解除后可绑定其他客户。</p>
    </ConfirmDialog>
  )
}
