import { agreementMax, SaveAgreement } from '@showroom/contract/appointment/agreement.schema'
import { agreement, saveAgreement } from '@showroom/contract/appointment/appointment.api'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Input } from 'antd'
import { callApi } from '../api/client'
import { keyOf, queryOf } from '../api/query'
import { ErrorState } from '../ui/ErrorState'
import { Field } from '../ui/form/SchemaForm'
import { RowsSkeleton } from '../ui/Skeletons'
import { SettingForm, SettingSection } from './SettingSection'
import { useSettingForm } from './useSettingForm'

/** The text that customers sign before a test drive. */
export function AgreementSection() {
  const { data, error, isPending, refetch } = useQuery(queryOf(agreement, {}))
  return (
    <SettingSection
      title="试驾协议"
      hint="交钥匙前客户在平板上阅读并签名，也可以打印签署。修改后生成新的版本，已签署的协议保留签署时的内容。"
    >
      {isPending && <RowsSkeleton rows={3} />}
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && <AgreementForm version={data.version} content={data.content} />}
    </SettingSection>
  )
}

function AgreementForm({ version, content }: { version: number; content: string }) {
  const queries = useQueryClient()
  const form = useSettingForm({
    schema: SaveAgreement,
    initial: { content },
    send: (request, options) => callApi(saveAgreement, request, options),
    onDone: () => void queries.invalidateQueries({ queryKey: keyOf(agreement) }),
  })
  return (
    <SettingForm form={form} current={{ content }}>
      <Field name="content" label={`协议内容（第${version}版）`} required>
        <Input.TextArea autoSize={{ minRows: 4, maxRows: 16 }} maxLength={agreementMax} showCount />
      </Field>
    </SettingForm>
  )
}
