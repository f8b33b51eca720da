import { moneyText } from '@showroom/contract/kernel/money'
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { mostLines } from '@showroom/contract/order/line.schema'
import { Button, Form, InputNumber, Select } from 'antd'
import { type KeyboardEvent, memo, useCallback, useRef, useState } from 'react'
import { offText } from '../../base/public'
import { lazyDialog } from '../../ui/lazyDialog'
import { Field, FieldList, useFieldValue } from '../../ui/form/SchemaForm'
import { Yuan } from '../../ui/form/Yuan'
import { useMessage } from '../../ui/useMessage'
import { OrderSums } from '../detail/OrderLines'
import { skuText, useModels, useSkus } from './catalogue.queries'
import { formSums, type LineValues, type OrderValues } from './orderValues'
import { byLabel, contains } from '../../ui/found'
import './lines.css'

const AddLineDialog = lazyDialog(() => import('./AddLineDialog').then((module) => module.AddLineDialog))

/** Field name of the lines in the form and in the request. */
const linesField = 'subOrderInfos'

interface LineFieldsProps {
  /** Series that the customer is interested in; their models come first. */
  preferred: readonly number[]
}

/** 订车明细: one row per line. Enter moves to the next field. */
export function LineFields({ preferred }: LineFieldsProps) {
  const [adding, setAdding] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const form = Form.useFormInstance<OrderValues>()
  return (
    <div ref={frame} className="sr-o-line-fields">
      <FieldList name={linesField}>
        {(rows, { add, remove }) => (
          <>
            {rows.length > 0 && <Head />}
            <div role="presentation" onKeyDown={enterGoesOn}>
              <ol className="sr-o-line-rows">
                {rows.map(({ key, name }) => (
                  <Line key={key} at={name} onRemove={remove} />
                ))}
              </ol>
            </div>
            {rows.length === 0 && (
              <p className="sr-o-line-none">还没有车辆，先添加要订的车型、颜色和数量。</p>
            )}
            <div className="sr-o-line-foot">
              <Button
                icon={<PlusOutlined aria-hidden />}
                data-add-line
                disabled={rows.length >= mostLines}
                onPointerEnter={AddLineDialog.preload}
                onFocus={AddLineDialog.preload}
                onClick={() => setAdding(true)}
              >
                添加订车明细
              </Button>
              <Sums />
            </div>
            {adding && (
              <AddLineDialog
                preferred={preferred}
                lines={(form.getFieldValue(linesField) as LineValues[] | undefined) ?? []}
                onAdd={(line) => add(line)}
                onClosed={() => setAdding(false)}
              />
            )}
          </>
        )}
      </FieldList>
    </div>
  )
}

const Head = () => (
  <div className="sr-o-line sr-o-line-head" aria-hidden>
    <span>行</span>
    <span>车型</span>
    <span>颜色</span>
    <span>物料号</span>
    <span>数量</span>
    <span>单价</span>
    <span className="sr-o-figure">小计</span>
    <span />
  </div>
)

/** In a number field Enter moves to the next field, and from the last one to the add button. */
function enterGoesOn(event: KeyboardEvent<HTMLElement>): void {
  const { target, currentTarget } = event
  if (event.key !== 'Enter') return
  if (!(target instanceof HTMLInputElement) || target.role !== 'spinbutton') return
  event.preventDefault()
  const fields = [...currentTarget.querySelectorAll<HTMLElement>('input:not([disabled])')]
  const next = fields[fields.indexOf(target) + 1]
  const add = currentTarget.parentElement?.querySelector<HTMLElement>('[data-add-line]')
  const goal = next ?? add
  goal?.focus()
}

interface LineProps {
  at: number
  onRemove: (at: number) => void
}

/** One line. Memoized, so that it rerenders only when its own fields change. */
const Line = memo(function Line({ at, onRemove }: LineProps) {
  const path = `${linesField}.${at}`
  const form = Form.useFormInstance()
  const put = useCallback(
    (values: Partial<LineValues>): void => {
      for (const [name, value] of Object.entries(values)) form.setFieldValue([linesField, at, name], value)
    },
    [at, form],
  )
  return (
    <li className="sr-o-line" aria-label={`第${at + 1}行`}>
      <span className="sr-o-line-no sr-num">{at + 1}</span>
      <Field name={`${at}.specId`} label="车型">
        <ModelField row={at + 1} put={put} />
      </Field>
      <Field name={`${at}.skuId`} label="颜色">
        <ColorField row={at + 1} path={path} put={put} />
      </Field>
      <ProductCode path={path} />
      <Field name={`${at}.num`} label="数量">
        <InputNumber<number>
          className="sr-fill"
          min={1}
          placeholder="数量"
          aria-label={`第${at + 1}行数量`}
        />
      </Field>
      <Field name={`${at}.price`} label="单价">
        <Yuan placeholder="单价" aria-label={`第${at + 1}行单价`} />
      </Field>
      <Subtotal path={path} />
      <Button
        type="text"
        className="sr-o-line-remove"
        icon={<DeleteOutlined />}
        aria-label={`删除第${at + 1}行`}
        title="删除"
        onClick={(event) => {
          const rows = event.currentTarget.closest('.sr-o-line-fields')
          onRemove(at)
          // The removed row had the focus.
          requestAnimationFrame(() => rows?.querySelector<HTMLElement>('[data-add-line]')?.focus())
        }}
      />
    </li>
  )
})

interface ModelFieldProps {
  row: number
  put: (values: Partial<LineValues>) => void
  id?: string
  value?: number
  onChange?: (value: number) => void
}

/** Changing the model clears the colour, which may not exist for the new one. */
function ModelField({ row, put, value, onChange, ...rest }: ModelFieldProps) {
  const { models, isPending } = useModels()
  const offered = models.filter(({ isOff, modelId }) => !isOff || modelId === value)
  const options = offered.map((model) => ({
    value: model.modelId,
    label: offText(`${model.series} ${model.name}`, model.isOff),
    words: model.words,
  }))
  return (
    <Select<number, (typeof options)[number]>
      {...rest}
      className="sr-fill"
      aria-label={`第${row}行车型`}
      placeholder="请选择车型"
      loading={isPending}
      options={options}
      popupMatchSelectWidth={false}
      showSearch={{
        filterOption: (key, option) => contains(option?.words ?? '', key),
      }}
      value={(!isPending && value) || null}
      onChange={(next) => {
        put({
          skuId: undefined,
          carExternalColor: undefined,
          seriesId: models.find(({ modelId }) => modelId === next)?.seriesId,
        })
        onChange?.(next)
      }}
    />
  )
}

interface ColorFieldProps {
  row: number
  path: string
  put: (values: Partial<LineValues>) => void
  id?: string
  value?: number
  onChange?: (value: number) => void
}

/** Configurations and colours of the row's model. */
function ColorField({ row, path, put, value, onChange, ...rest }: ColorFieldProps) {
  const modelId = useFieldValue<number>(`${path}.specId`) ?? 0
  const color = useFieldValue<string>(`${path}.carExternalColor`) ?? ''
  const { skus, isLoading } = useSkus(modelId)
  const message = useMessage()
  const options = skus.map((sku) => ({ value: sku.skuId, label: skuText(sku) }))
  const isKnown = options.some((option) => option.value === value)
  // Shows the order's stored text while the colours load, or if the catalogue has dropped this one.
  const own = value && !isKnown && color ? [{ value, label: color }] : []
  return (
    <Select<number>
      {...rest}
      className="sr-fill"
      aria-label={`第${row}行颜色`}
      placeholder="请选择颜色"
      loading={isLoading}
      options={[...options, ...own]}
      popupMatchSelectWidth={false}
      showSearch={byLabel}
      value={value || null}
      onOpenChange={(open) => {
        if (open && modelId === 0) message.warning('未找到车型对应id,请重新选择车型')
      }}
      onChange={(next) => {
        put({ carExternalColor: skus.find(({ skuId }) => skuId === next)?.color })
        onChange?.(next)
      }}
    />
  )
}

function ProductCode({ path }: { path: string }) {
  const modelId = useFieldValue<number>(`${path}.specId`) ?? 0
  const chosen = useFieldValue<number>(`${path}.skuId`)
  const { skus } = useSkus(modelId)
  const code = skus.find(({ skuId }) => skuId === chosen)?.productCode
  return (
    <span className="sr-o-line-code sr-num" data-label="物料号" title={code}>
      {code ?? <span className="sr-quiet">—</span>}
    </span>
  )
}

function Subtotal({ path }: { path: string }) {
  const num = useFieldValue<number>(`${path}.num`) ?? 0
  const price = useFieldValue<number>(`${path}.price`)
  const { total } = formSums({ subOrderInfos: [{ orderNo: '', num, price: price ?? 0 }] })
  return (
    <span className="sr-o-line-sum sr-o-figure" data-label="小计">
      {num > 0 && typeof price === 'number' ? moneyText(total) : <span className="sr-quiet">—</span>}
    </span>
  )
}

/** Sums of the values entered so far. The server computes the ones that count. */
function Sums() {
  const subOrderInfos = useFieldValue<LineValues[]>(linesField) ?? []
  const payment = useFieldValue<number>('payment') ?? 0
  const { vehicles, deposit, total } = formSums({ payment, subOrderInfos })
  return vehicles > 0 && <OrderSums vehicles={vehicles} deposit={deposit} total={total} />
}
