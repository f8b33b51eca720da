import { updateAddress } from '@showroom/contract/setting/setting.api'
import { addressMax } from '@showroom/contract/setting/setting.rules'
import { UpdateAddress } from '@showroom/contract/setting/setting.schema'
import { Input } from 'antd'
import { callApi } from '../api/client'
import { Field } from '../ui/form/SchemaForm'
import { SettingForm, SettingSection } from './SettingSection'
import { useSettingForm } from './useSettingForm'

export function AddressSection({ address }: { address: string }) {
  const form = useSettingForm({
    schema: UpdateAddress,
    initial: { address },
    send: (request, options) => callApi(updateAddress, request, options),
  })
  return (
    <SettingSection title="门店地址">
      <SettingForm form={form} current={{ address }}>
        <Field name="address" label="地址" required>
          <Input maxLength={addressMax} />
        </Field>
      </SettingForm>
    </SettingSection>
  )
}
