import { cleanDocument } from '@showroom/contract/kernel/clean'
import { Form, Input, Select } from 'antd'
import { DictionaryRadio, RegionCascader } from '../../base/public'
import { nowSeconds } from '../../api/clock'
import { DayPicker } from '../../ui/form/DayPicker'
import { Field, FormGrid, useFieldValue } from '../../ui/form/SchemaForm'
import { birthdayOfId, type CustomerForm } from './customer.form'
import { NumberInput } from './NumberInput'

/** Placeholder of the number by document type. */
const placeholders: Readonly<Record<number, string>> = {
  1: '15或18位身份证号',
  2: '请输入护照',
  3: '如：军字第12345678号',
}

/** Optional fields: document, birthday, address, and tags unless `withTags` is false. */
export function MoreFields({ withTags = true }: { withTags?: boolean }) {
  const form = Form.useFormInstance<CustomerForm>()
  const identifyType = useFieldValue<number>('identifyType') ?? 1
  const prefillBirthday = (idNo: string): void => {
    const birthday = identifyType === 1 ? birthdayOfId(cleanDocument(idNo)) : undefined
    if (birthday !== undefined && form.getFieldValue('birthday') === undefined)
      form.setFieldsValue({ birthday })
  }
  return (
    <FormGrid>
      <Field name="identifyType" label="证件类型" group>
        <DictionaryRadio kind="identifyTypes" onChange={() => form.setFieldsValue({ idNo: '' })} />
      </Field>
      <Field name="idNo" label="证件号码">
        <NumberInput
          of="idNo"
          identifyType={identifyType}
          label="证件号码"
          placeholder={placeholders[identifyType] ?? '请输入证件号码'}
          onInput={(event) => prefillBirthday(event.currentTarget.value)}
        />
      </Field>
      <Field name="birthday" label="生日">
        <DayPicker max={nowSeconds()} />
      </Field>
      <Field name="qq" label="QQ">
        <Input inputMode="numeric" autoComplete="off" />
      </Field>
      <Field name="home" label="常住地区">
        <RegionCascader />
      </Field>
      <Field name="address" label="详细地址">
        <NumberInput of="address" label="详细地址" maxLength={200} placeholder="街道、小区、门牌" />
      </Field>
      {withTags && (
        <Field name="tags" label="标签" wide>
          <Select
            className="sr-fill"
            mode="tags"
            open={false}
            suffixIcon={null}
            tokenSeparators={[' ', ',', '，', '、']}
            placeholder="输入后按回车，可加多个"
          />
        </Field>
      )}
    </FormGrid>
  )
}
