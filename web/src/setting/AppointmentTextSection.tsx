import { saveTexts, texts } from '@showroom/contract/appointment/appointment.api'
import { SaveTexts, type TextsAnswer } from '@showroom/contract/appointment/appointment.schema'
import {
  appointmentTextMax,
  fillText,
  sampleLink,
  textPlaceholders,
  whenText,
} from '@showroom/contract/appointment/text.rules'
import { addDays } from '@showroom/contract/kernel/day'
import { smsParts } from '@showroom/contract/sms/sms.rules'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Input, Switch } from 'antd'
import { callApi } from '../api/client'
import { nowSeconds } from '../api/clock'
import { keyOf, queryOf } from '../api/query'
import { useSession } from '../frame/session'
import { ErrorState } from '../ui/ErrorState'
import { Field, FormGrid, useFieldValue } from '../ui/form/SchemaForm'
import { RowsSkeleton } from '../ui/Skeletons'
import { SettingForm, SettingSection } from './SettingSection'
import { useSettingForm } from './useSettingForm'

/** Texts to customers about their appointments: whether they are sent, and their wording. */
export function AppointmentTextSection() {
  const storeName = useSession().profile.company
  const { data, error, isPending, refetch } = useQuery(queryOf(texts, {}))
  return (
    <SettingSection
      title="预约短信"
      hint={`客户约好时间、改约后以及到店前一天傍晚各收到一条短信，点开链接可确认、改时间或取消。可用占位符：${textPlaceholders.join('')}`}
    >
      {isPending && <RowsSkeleton rows={3} />}
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && <TextsForm data={data} storeName={storeName} />}
    </SettingSection>
  )
}

const parts = [
  { name: 'booked', label: '约好时间后' },
  { name: 'moved', label: '改约后' },
  { name: 'evening', label: '到店前一天 18:00' },
] as const

function TextsForm({ data, storeName }: { data: TextsAnswer; storeName: string }) {
  const queries = useQueryClient()
  const { origin, ...current } = data
  const form = useSettingForm({
    schema: SaveTexts,
    draft: { form: 'setting.texts' },
    initial: current,
    send: (request, options) => callApi(saveTexts, request, options),
    onDone: () => void queries.invalidateQueries({ queryKey: keyOf(texts) }),
  })
  return (
    <SettingForm form={form} current={current}>
      <FormGrid>
        <Field
          name="isOn"
          label="给客户发送预约短信"
          valuePropName="checked"
          wide
          extra="不发给标记了不接收短信、已战败、待审核或休眠的客户；21:00至次日8:00不发，每天最多3条。"
        >
          <Switch />
        </Field>
        {parts.map(({ name, label }) => (
          <Field
            key={name}
            name={name}
            label={label}
            required
            wide
            extra={<Preview {...{ name, storeName, origin }} />}
          >
            <Input.TextArea autoSize={{ minRows: 2, maxRows: 5 }} maxLength={appointmentTextMax} />
          </Field>
        ))}
      </FormGrid>
    </SettingForm>
  )
}

/** The text as a customer reads it. */
function Preview({ name, storeName, origin }: { name: string; storeName: string; origin: string }) {
  const content = useFieldValue<string>(name) ?? ''
  const text = fillText(content, {
    '{称呼}': '张女士',
    '{门店}': storeName,
    '{时间}': whenText(addDays(nowSeconds(), 1) + 10 * 3600),
    '{事由}': '看车',
    '{链接}': sampleLink(origin),
  })
  const { length, parts: count } = smsParts(text)
  return (
    <>
      预览：{text}（{length} 字，计 {count} 条）
    </>
  )
}
