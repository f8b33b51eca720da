import { comment, giveBack } from '@showroom/contract/daily/daily.api'
import { commentMax } from '@showroom/contract/daily/daily.rules'
import { AnswerReport, type DailyReport, ReturnReport } from '@showroom/contract/daily/daily.schema'
import { Input } from 'antd'
import { callApi } from '../api/client'
import { FormDialog } from '../ui/form/FormDialog'
import { Field } from '../ui/form/SchemaForm'
import { useSavedForm } from '../ui/form/useSavedForm'
import { refetchReports } from './daily.queries'

const kinds = {
  comment: { title: '批注', label: '批注', done: '批注已保存', schema: AnswerReport, call: comment },
  giveBack: { title: '退回', label: '退回原因', done: '日报已退回', schema: ReturnReport, call: giveBack },
} as const

interface AnswerDialogProps {
  kind: keyof typeof kinds
  report: Pick<DailyReport, 'reportId' | 'userName'>
  onClosed: () => void
}

/** Comments on a report, or returns it. */
export function AnswerDialog({ kind, report: { reportId, userName }, onClosed }: AnswerDialogProps) {
  const { title, label, done, schema, call } = kinds[kind]
  const form = useSavedForm({
    schema,
    initial: { content: '' },
    toRequest: (values: { content: string }) => ({ ...values, reportId }),
    send: (request, options) => callApi(call, request, options),
    done,
    refetch: refetchReports,
  })
  return (
    <FormDialog
      title={`${title} ${userName}的日报`}
      form={form}
      onClosed={onClosed}
      okText={title}
      width={520}
    >
      <Field name="content" label={label} required>
        <Input.TextArea rows={4} maxLength={commentMax} showCount placeholder="本人会收到消息" />
      </Field>
    </FormDialog>
  )
}
