import { updateDaily } from '@showroom/contract/setting/setting.api'
import { type DailySetting, UpdateDaily } from '@showroom/contract/setting/setting.schema'
import { Switch } from 'antd'
import { callApi } from '../api/client'
import { Field, FormGrid } from '../ui/form/SchemaForm'
import { TimeOfDay } from '../ui/form/TimeOfDay'
import { SettingForm, SettingSection } from './SettingSection'
import { useSettingForm } from './useSettingForm'

/** Whether members write daily reports, and when they are due. */
export function DailySection({ daily }: { daily: DailySetting }) {
  const form = useSettingForm({
    schema: UpdateDaily,
    initial: daily,
    send: (request, options) => callApi(updateDaily, request, options),
  })
  return (
    <SettingSection title="日报" hint="成员每天的数字由系统填好，本人写小结与计划。">
      <SettingForm form={form} current={daily}>
        <FormGrid>
          <Field name="isOn" label="使用日报" valuePropName="checked" extra="刷新页面后，菜单中出现日报。">
            <Switch />
          </Field>
          <Field name="time" label="提交时间" required extra="之后提交为晚交；门店日报此时发给负责人与集团。">
            <TimeOfDay />
          </Field>
        </FormGrid>
      </SettingForm>
    </SettingSection>
  )
}
