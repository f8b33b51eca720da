import { updateMorningReport } from '@showroom/contract/report/morning.api'
import { type MorningSetting, UpdateMorning } from '@showroom/contract/report/morning.schema'
import { Checkbox, Switch } from 'antd'
import { callApi } from '../../api/client'
import { PageFormFoot } from '../../ui/form/PageFormFoot'
import { Field, FormGrid, SchemaForm } from '../../ui/form/SchemaForm'
import { TimeOfDay } from '../../ui/form/TimeOfDay'
import { useSavedForm } from '../../ui/form/useSavedForm'
import { morningQuery } from './morning.queries'

/** Whether, when and how the member receives the report. */
export function MorningSubscription({ setting, hasWecom }: { setting: MorningSetting; hasWecom: boolean }) {
  const form = useSavedForm({
    schema: UpdateMorning,
    initial: setting,
    send: (request, options) => callApi(updateMorningReport, request, options),
    done: ({ isOn, time }) => (isOn ? `已订阅，每天${time}送达` : '已取消订阅'),
    refetch: (queries) => queries.invalidateQueries({ queryKey: morningQuery().queryKey }),
  })
  return (
    <section className="sr-morning-panel" aria-labelledby="morning-subscription">
      <h2 className="sr-morning-title" id="morning-subscription">
        订阅
        <span className="sr-morning-day">每天一次，只送给您本人</span>
      </h2>
      <SchemaForm form={form}>
        <FormGrid>
          <Field name="isOn" label="订阅晨报" valuePropName="checked">
            <Switch />
          </Field>
          <Field name="time" label="送达时间" required>
            <TimeOfDay />
          </Field>
        </FormGrid>
        <fieldset className="sr-morning-ways">
          <legend>接收方式</legend>
          <Field name="byBell" valuePropName="checked">
            <Checkbox>站内消息</Checkbox>
          </Field>
          <Field name="bySms" valuePropName="checked">
            <Checkbox>短信</Checkbox>
          </Field>
          {(hasWecom || setting.byWecom) && (
            <Field name="byWecom" valuePropName="checked">
              <Checkbox>企业微信</Checkbox>
            </Field>
          )}
        </fieldset>
        <PageFormFoot form={form} />
      </SchemaForm>
    </section>
  )
}
