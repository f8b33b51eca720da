import { erase } from '@showroom/contract/privacy/privacy.api'
import { confirmWord, ErasePerson, type PersonRequest } from '@showroom/contract/privacy/privacy.schema'
import { useQueryClient } from '@tanstack/react-query'
import { Input } from 'antd'
import { callApi } from '../api/client'
import { FormDialog } from '../ui/form/FormDialog'
import { Field, FormGrid } from '../ui/form/SchemaForm'
import { useSchemaForm } from '../ui/form/useSchemaForm'
import { invalidatePersons } from './privacy.queries'

/** Confirms an erasure by typing the word. */
export function EraseDialog({ person, onClosed }: { person: PersonRequest; onClosed: () => void }) {
  const queries = useQueryClient()
  const form = useSchemaForm<{ word: string }, typeof ErasePerson, object>({
    schema: ErasePerson,
    initial: { word: '' },
    toRequest: ({ word }) => ({ id: person.id, word: word as typeof confirmWord }),
    send: (request, options) => callApi(erase, request, options),
    onDone: () => void invalidatePersons(queries),
  })
  const remaining = person.found.filter((kind) => kind.kept > 0)
  return (
    <FormDialog
      title={`删除 ${person.number} 的个人信息`}
      form={form}
      onClosed={onClosed}
      okText="删除"
      danger
      width={520}
    >
      <ul className="sr-person-notes">
        <li>
          <strong>删除后不能恢复。</strong>业务记录保留并显示为“已删除”，报表数字不变。
        </li>
        {remaining.map(({ title, why }) => (
          <li key={title}>
            {title}保留：{why}。
          </li>
        ))}
        <li>操作记录按规定至少保留180天，其中号码已隐藏；已有的数据备份到期后自动清除。</li>
        <li>仍在跟进的客户请先战败或休眠，未完成的订单请先办结。</li>
      </ul>
      <FormGrid>
        <Field name="word" label={`请输入“${confirmWord}”`} required wide>
          <Input autoComplete="off" />
        </Field>
      </FormGrid>
    </FormDialog>
  )
}
