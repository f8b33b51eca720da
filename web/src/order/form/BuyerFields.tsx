import { buyerType, licenceTypesOf, cleanLicence } from '@showroom/contract/order/licence'
import { Form, Input } from 'antd'
import type { ChangeEvent, KeyboardEvent } from 'react'
import { DictionarySelect, RegionCascader, useDictionary } from '../../base/public'
import { type Chip, ChipRadio } from '../../ui/form/ChipRadio'
import { Field, FormGrid, useFieldValue } from '../../ui/form/SchemaForm'
import { FileNumber } from './FileNumber'
import { type OrderValues, usualLicenceType } from './orderValues'

const buyers: readonly Chip<number>[] = [
  { value: buyerType.personal, label: '个人' },
  { value: buyerType.company, label: '公司' },
]

/** 客户信息: the buyer, contact details and identity document. */
export function BuyerFields() {
  const isCompany = useFieldValue<number>('customerType') === buyerType.company
  return (
    <FormGrid columns={3}>
      <Field name="customerType" label="客户类型" group required>
        <BuyerType />
      </Field>
      <Field name="name" label={isCompany ? '公司名称' : '客户名称'} required>
        <NameInput placeholder={isCompany ? '请输入公司名称' : '请输入客户姓名'} />
      </Field>
      {isCompany && (
        <Field name="contactName" label="联系人">
          <Input maxLength={50} placeholder="选填" />
        </Field>
      )}
      <Field name="phone" label="手机号" required>
        <FileNumber
          of="phone"
          name="手机号"
          inputMode="tel"
          placeholder="请输入联系电话"
          autoComplete="off"
        />
      </Field>
      <Field name="licenseType" label="证件类型" required>
        <LicenceType />
      </Field>
      <Field name="licenseNumber" label="证件号码" required>
        <LicenceNumber />
      </Field>
      <Field name="region" label="省市区" required>
        <RegionCascader />
      </Field>
      <Field name="address" label="详细地址" wide>
        <FileNumber of="address" name="详细地址" maxLength={200} placeholder="选填" autoComplete="off" />
      </Field>
    </FormGrid>
  )
}

interface ControlProps<Value> {
  id?: string
  value?: Value
  onChange?: (value: Value) => void
}

/** Companies and persons have different documents, so changing the type clears the document number. */
function BuyerType({ onChange, ...rest }: ControlProps<number> & { 'aria-labelledby'?: string }) {
  const form = Form.useFormInstance<OrderValues>()
  return (
    <ChipRadio<number>
      {...rest}
      options={buyers}
      onChange={(customerType) => {
        form.setFieldsValue({ licenseType: usualLicenceType(customerType), licenseNumber: '' })
        onChange?.(customerType)
      }}
    />
  )
}

interface NameInputProps extends ControlProps<string> {
  placeholder: string
}

/** Ignores the space and Enter keys, and removes spaces from pasted text. */
function NameInput({ value, onChange, ...rest }: NameInputProps) {
  const keep = (event: KeyboardEvent): void => {
    if (event.key === ' ' || event.key === 'Enter') event.preventDefault()
  }
  const change = ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>): void => {
    // During pinyin input the spaces belong to the input method.
    const isSpelt = 'isComposing' in nativeEvent && nativeEvent.isComposing === true
    onChange?.(isSpelt ? target.value : target.value.replaceAll(/\s/g, ''))
  }
  return (
    <Input
      {...rest}
      maxLength={100}
      autoComplete="off"
      value={value ?? ''}
      onKeyDown={(event) => !event.nativeEvent.isComposing && keep(event)}
      onChange={change}
      onCompositionEnd={({ currentTarget }) => onChange?.(currentTarget.value.replaceAll(/\s/g, ''))}
    />
  )
}

/** Changing the document type clears the number. */
export function LicenceType({ onChange, ...rest }: ControlProps<number>) {
  const form = Form.useFormInstance<OrderValues>()
  const customerType = useFieldValue<number>('customerType') ?? buyerType.personal
  const types = licenceTypesOf(customerType)
  const without = useDictionary('orderIdentifyTypeDics')
    .map(({ dataValue }) => dataValue)
    .filter((value) => !types.includes(Number(value)))
  return (
    <DictionarySelect
      {...rest}
      kind="orderIdentifyTypeDics"
      placeholder="请选择证件类型"
      without={without}
      onChange={(type) => {
        form.setFieldsValue({ licenseNumber: '' })
        if (type !== undefined) onChange?.(type)
      }}
    />
  )
}

/** Trims the number and converts it to upper case, as it is stored. */
export function LicenceNumber({ value, onChange, ...rest }: ControlProps<string>) {
  return (
    <FileNumber
      {...rest}
      of="licenseNumber"
      name="证件号码"
      autoComplete="off"
      placeholder="请输入证件号码"
      value={value ?? ''}
      onChange={(typed) => onChange?.(typed.toUpperCase())}
      onBlur={({ target }) => {
        const cleaned = cleanLicence(target.value)
        if (cleaned !== target.value) onChange?.(cleaned)
      }}
    />
  )
}
