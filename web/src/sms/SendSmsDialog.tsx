import { get } from '@showroom/contract/customer/customer.api'
import type { CustomerProfile } from '@showroom/contract/customer/profile.schema'
import { errors } from '@showroom/contract/kernel/errors'
import { send } from '@showroom/contract/sms/sms.api'
import { SendSms } from '@showroom/contract/sms/sms.schema'
import { useQuery } from '@tanstack/react-query'
import { Alert, Select } from 'antd'
import { callApi } from '../api/client'
import { queryOf } from '../api/query'
import { FormDialog } from '../ui/form/FormDialog'
import { Field, useFieldValue } from '../ui/form/SchemaForm'
import { useSavedForm } from '../ui/form/useSavedForm'
import { MessagePreview } from './MessagePreview'
import { templatesQuery } from './sms.queries'
import { byLabel } from '../ui/found'
import './sms.css'

interface Values {
  templateId?: number
}

/** Sends one of the store's texts to a customer, with a preview. */
export function SendSmsDialog({ profile, onClosed }: { profile: CustomerProfile; onClosed: () => void }) {
  const { id: customerId, name } = profile.customer
  const form = useSavedForm<Values, typeof SendSms, object>({
    schema: SendSms,
    initial: {},
    toRequest: ({ templateId }) => ({ customerId, templateId }),
    send: (request, options) => callApi(send, request, options),
    onRefused: (refusal) =>
      refusal.code === errors.BLOCKED.code && {
        title: `${errors.BLOCKED.text}（${refusal.message.replaceAll(',', '，')}）`,
      },
    done: '短信已提交发送',
    refetch: (queries) => queries.invalidateQueries({ queryKey: queryOf(get, { customerId }).queryKey }),
  })
  return (
    <FormDialog
      title={`发送短信 ${name}`}
      form={form}
      onClosed={onClosed}
      width={560}
      okText="发送"
      locked={profile.customer.noSms}
    >
      <Caution profile={profile} />
      <Field name="templateId" label="短信模板" required>
        <Templates />
      </Field>
      <Preview customerId={customerId} />
      <p className="sr-quiet sr-sms-limits">每位客户每天最多3条，21:00至次日8:00不发送。</p>
    </FormDialog>
  )
}

/** Reasons not to write to the customer: a mark that forbids it, or a state to think twice about. */
function Caution({ profile }: { profile: CustomerProfile }) {
  const { deal, noSms } = profile.customer
  if (noSms)
    return <Alert className="sr-sms-caution" type="error" showIcon title={errors.SMS_DECLINED.text} />
  const state = deal.waitingFailReview
    ? '战败申请正在审核'
    : profile.info.level === 'F'
      ? '客户已战败'
      : profile.isSuspend
        ? '客户休眠中'
        : ''
  if (state === '') return null
  return <Alert className="sr-sms-caution" type="warning" showIcon title={`${state}，请确认仍要发送短信`} />
}

interface TemplatesProps {
  id?: string
  value?: number
  onChange?: (value: number) => void
}

function Templates({ value, ...rest }: TemplatesProps) {
  const { data, isPending } = useQuery(templatesQuery())
  return (
    <Select<number>
      {...rest}
      className="sr-fill"
      placeholder="请选择短信模板"
      loading={isPending}
      showSearch={byLabel}
      notFoundContent="还没有短信模板，请联系门店管理人员添加"
      value={value ?? null}
      options={(data?.data ?? []).map(({ id, subject }) => ({ value: id, label: subject }))}
    />
  )
}

function Preview({ customerId }: { customerId: number }) {
  const templateId = useFieldValue<number>('templateId')
  const { data } = useQuery(templatesQuery())
  const template = data?.data.find(({ id }) => id === templateId)
  return template ? <MessagePreview content={template.content} customerId={customerId} /> : null
}
