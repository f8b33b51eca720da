import { fileMegabytes, quotaMegabytes } from '@showroom/contract/file/file.schema'
import { updateFileLimits } from '@showroom/contract/setting/setting.api'
import { type FileLimits, UpdateFileLimits } from '@showroom/contract/setting/setting.schema'
import { InputNumber } from 'antd'
import { callApi } from '../api/client'
import { Field, FormGrid } from '../ui/form/SchemaForm'
import { SettingForm, SettingSection } from './SettingSection'
import { useSettingForm } from './useSettingForm'

/** Size limits of shared files, for each and in total. */
export function FileSection({ limits }: { limits: FileLimits }) {
  const form = useSettingForm({
    schema: UpdateFileLimits,
    initial: limits,
    send: (request, options) => callApi(updateFileLimits, request, options),
  })
  return (
    <SettingSection title="文件共享" hint="调小后，已上传的文件不受影响。">
      <SettingForm form={form} current={limits}>
        <FormGrid>
          <Field name="maxMb" label="单个文件上限" required>
            <InputNumber className="sr-fill" min={fileMegabytes.least} max={fileMegabytes.most} suffix="MB" />
          </Field>
          <Field name="quotaMb" label="全部文件容量" required>
            <InputNumber
              className="sr-fill"
              min={quotaMegabytes.least}
              max={quotaMegabytes.most}
              suffix="MB"
            />
          </Field>
        </FormGrid>
      </SettingForm>
    </SettingSection>
  )
}
