import { moneyText } from '@showroom/contract/kernel/money'
import { useQuery } from '@tanstack/react-query'
import { Form, Input, Select } from 'antd'
import { type ReactNode, useEffect } from 'react'
import { DictionaryChips, offered, vehicleTreeQuery } from '../base/public'
import { ChipRadio, yesOrNo } from '../ui/form/ChipRadio'
import { Field, useFieldValue } from '../ui/form/SchemaForm'
import { Yuan } from '../ui/form/Yuan'
import { modelQuery } from './order.queries'
import type { VehicleValues } from './order.form'
import { byLabel } from '../ui/found'

/** Selects model and colour. `preferred` are the series of interest; their models come first. */
export function CarFields({ preferred }: { preferred: readonly number[] }) {
  return (
    <>
      <Field name="specId" label="订购车型" required>
        <ModelSelect preferred={preferred} />
      </Field>
      <ColorField />
    </>
  )
}

/** Price and payment. */
export function PriceFields({ hint }: { hint?: ReactNode }) {
  return (
    <>
      <Field name="price" label={<Hinted label="成交价格" hint={hint} />} required>
        <Yuan placeholder="请输入成交价格" />
      </Field>
      <Field name="downPayment" label={<Hinted label="购车定金" hint="0-100,000元" />} required>
        <Yuan placeholder="请输入购车定金" />
      </Field>
    </>
  )
}

function Hinted({ label, hint }: { label: string; hint?: ReactNode }) {
  return (
    <>
      {label}
      <span className="sr-field-hint">{hint}</span>
    </>
  )
}

export function PaymentFields() {
  return (
    <>
      <Field name="payType" label="收款方式" group required>
        <DictionaryChips kind="payTypes" />
      </Field>
      <Field name="payInsurance" label="购买保险" group>
        <ChipRadio options={yesOrNo} />
      </Field>
    </>
  )
}

export function RemarkField() {
  return (
    <Field name="remark" label="备注" wide>
      <Input.TextArea rows={2} maxLength={500} showCount placeholder="选填" />
    </Field>
  )
}

function useModels() {
  const { data, isPending } = useQuery(vehicleTreeQuery())
  return { tree: data?.data ?? [], isPending }
}

interface ModelSelectProps {
  id?: string
  value?: number
  onChange?: (value: number) => void
  preferred: readonly number[]
}

function ModelSelect({ value, onChange, preferred, ...rest }: ModelSelectProps) {
  const { tree, isPending } = useModels()
  const rank = (seriesId: number): number => (preferred.includes(seriesId) ? 0 : 1)
  const groups = offered(tree, ({ children }) => children.some((model) => model.value === value))
    .map((series) => ({ ...series, children: offered(series.children, (model) => model.value === value) }))
    .filter(({ children }) => children.length > 0)
    .toSorted((one, other) => rank(one.value) - rank(other.value))
    .map((series) => ({
      label: `${series.brandName} ${series.label}`,
      options: series.children.map((model) => ({
        value: model.value,
        label: `${series.label} ${model.label}`,
      })),
    }))
  return (
    <Select<number>
      {...rest}
      className="sr-fill"
      placeholder="请选择订购车型"
      loading={isPending}
      options={groups}
      showSearch={byLabel}
      value={(!isPending && value) || null}
      onChange={(next) => onChange?.(next)}
    />
  )
}

/** Colours of the chosen model. Clears a colour that the model does not have and selects an only one. */
function ColorField() {
  const form = Form.useFormInstance<VehicleValues>()
  const specId = useFieldValue<number>('specId') ?? 0
  const { data, isFetching } = useQuery({ ...modelQuery(specId), enabled: specId > 0 })
  useEffect(() => {
    if (!data) return
    const colors = data.colors.split(',').filter(Boolean)
    const chosen = form.getFieldValue('color') as string | undefined
    if (chosen && !colors.includes(chosen)) form.setFieldValue('color', undefined)
    if (!chosen && colors.length === 1) form.setFieldValue('color', colors[0])
  }, [data, form])
  const colors = (data?.colors ?? '').split(',').filter(Boolean)
  return (
    <Field name="color" label="车辆颜色" required>
      <ColorSelect colors={colors} waiting={specId === 0} loading={isFetching} />
    </Field>
  )
}

interface ColorSelectProps {
  id?: string
  value?: string
  onChange?: (value: string) => void
  colors: readonly string[]
  waiting: boolean
  loading: boolean
}

function ColorSelect({ value, onChange, colors, waiting, loading, ...rest }: ColorSelectProps) {
  return (
    <Select<string>
      {...rest}
      className="sr-fill"
      placeholder={waiting ? '先选择订购车型' : '请选择车辆颜色'}
      disabled={waiting}
      loading={loading}
      options={colors.map((color) => ({ value: color, label: color }))}
      value={value ?? null}
      onChange={(next) => onChange?.(next)}
    />
  )
}

/** The maker's guide price of the chosen model. */
export function GuidePrice() {
  const specId = useFieldValue<number>('specId')
  const { tree } = useModels()
  const model = tree.flatMap(({ children }) => children).find(({ value }) => value === specId)
  return <>{model && model.price > 0 && `指导价 ${moneyText(model.price)}`}</>
}
