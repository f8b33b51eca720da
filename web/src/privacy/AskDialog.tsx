import { ask } from '@showroom/contract/privacy/privacy.api'
import { AskPerson } from '@showroom/contract/privacy/privacy.schema'
import { useQueryClient } from '@tanstack/react-query'
import { Input } from 'antd'
import { callApi } from '../api/client'
import { FormDialog } from '../ui/form/FormDialog'
import { Field, FormGrid } from '../ui/form/SchemaForm'
import { useSchemaForm } from '../ui/form/useSchemaForm'
import { invalidatePersons } from './privacy.queries'

/** Starts the search for a number. */
export function AskDialog({ onClosed }: { onClosed: () => void }) {
  const queries = useQueryClient()
  const form = useSchemaForm({
    schema: AskPerson,
    initial: { number: '' },
    send: (request, options) => callApi(ask, request, options),
    onDone: () => void invalidatePersons(queries),
  })
  return (
    <FormDialog title="查找个人信息" form={form} onClosed={onClosed} okText="开始查找" width={480}>
      <FormGrid>
        <Field
          name="number"
          label="号码"
          required
          wide
          extra="完整的手机号、微信号或证件号码；查找会记入操作记录"
        >
          <Input autoComplete="off" />
        </Field>
      </FormGrid>
    </FormDialog>
  )
}
