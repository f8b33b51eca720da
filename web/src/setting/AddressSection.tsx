import { updateAddress } from '@showroom/contract/setting/setting.api'
import { addressMax } from '@showroom/contract/setting/setting.rules'
import { UpdateAddress } from '@showroom/contract/setting/setting.schema'
import { Input } from 'antd'
import { callApi } from '../api/client'
import { Field } from '../ui/form/SchemaForm'
import { SettingForm, SettingSection } from './SettingSection'
import { useSettingForm } from './useSettingForm'

export function AddressSection({ address, phone }: { address: string; phone: string }) {
  const form = useSettingForm({
    schema: UpdateAddress,
    initial: { address, phone },
    send: (request, options) => callApi(updateAddress, request, options),
  })
  return (
    <SettingSection title="门店地址">
      <SettingForm form={form} current={{ address, phone }}>
        <Field name="address" label="地址" required>
          <Input maxLength={addressMax} />
        </Field>
        <Field name="phone" label="电话">
          <Input maxLength={20} placeholder="预约短信的链接打开后，客户可以拨打" />
        </Field>
      </SettingForm>
    </SettingSection>
  )
}
