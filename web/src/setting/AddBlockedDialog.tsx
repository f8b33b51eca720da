import { AddBlocked } from '@showroom/contract/setting/blocklist.schema'
import { addBlocked } from '@showroom/contract/setting/setting.api'
import { useQueryClient } from '@tanstack/react-query'
import { Input, Select } from 'antd'
import { callApi } from '../api/client'
import { FormDialog } from '../ui/form/FormDialog'
import { Field, FormGrid } from '../ui/form/SchemaForm'
import { invalidateBlocked } from './setting.queries'
import { useSettingForm } from './useSettingForm'

/** Adds one person to the store's blocklist. */
export function AddBlockedDialog({ onClosed }: { onClosed: () => void }) {
  const queries = useQueryClient()
  const form = useSettingForm({
    schema: AddBlocked,
    draft: { form: 'setting.blocked' },
    initial: { name: '', mobile: '', identifyNo: '', contacts: [] as string[] },
    fieldOf: { contacts: 'contacts' },
    send: (request, options) => callApi(addBlocked, request, options),
    done: '添加成功',
    onDone: () => void invalidateBlocked(queries),
  })
  return (
    <FormDialog title="加入blc名单" form={form} onClosed={onClosed} okText="加入" width={600}>
      <FormGrid>
        <Field name="mobile" label="手机号" extra="手机号与身份证号码至少填写一项">
          <Input inputMode="tel" autoComplete="off" />
        </Field>
        <Field name="identifyNo" label="身份证号码">
          <Input autoComplete="off" />
        </Field>
        <Field name="name" label="客户姓名" wide>
          <Input maxLength={30} />
        </Field>
        <Field name="contacts" label="联系人" required wide extra="姓名与电话，输入后按回车，最多5位">
          <Select
            mode="tags"
            open={false}
            suffixIcon={null}
            maxCount={5}
            placeholder="如：王经理 0571-88880000"
          />
        </Field>
      </FormGrid>
    </FormDialog>
  )
}
