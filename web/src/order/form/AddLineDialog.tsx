import { moneyText } from '@showroom/contract/kernel/money'
import { SearchOutlined } from '@ant-design/icons'
import { lineProblems } from '@showroom/contract/order/line.schema'
import { Alert, Button, Input, type InputRef, InputNumber, Modal } from 'antd'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { ChipRadio } from '../../ui/form/ChipRadio'
import { useSendKey } from '../../ui/form/sendKey'
import { Yuan } from '../../ui/form/Yuan'
import { Labelled } from '../../ui/list/filter/Labelled'
import { type CatalogueModel, findModels, type Sku, skuText, useModels, useSkus } from './catalogue.queries'
import type { LineValues } from './orderValues'
import '../../ui/form/form.css'
import './lines.css'

interface AddLineDialogProps {
  preferred: readonly number[]
  /** Lines already in the order. */
  lines: readonly LineValues[]
  onAdd: (line: LineValues) => void
  /** Called after the closing animation; unmount the dialog then. */
  onClosed: () => void
}

/** 订车明细添加: find a model by name or code, then choose configuration, colour, quantity and price. */
export function AddLineDialog({ preferred, lines, onAdd, onClosed }: AddLineDialogProps) {
  const [open, setOpen] = useState(true)
  const search = useRef<InputRef>(null)
  const frame = useRef<HTMLDivElement>(null)
  const choice = useChoice(lines)
  const add = (goesOn: boolean): void => {
    const line = choice.take()
    if (!line) return
    onAdd(line)
    if (goesOn) search.current?.focus({ cursor: 'all' })
    else setOpen(false)
  }
  useSendKey(() => add(true), frame)
  return (
    <Modal
      open={open}
      title="订车明细添加"
      width={880}
      centered
      wrapClassName="sr-dialog"
      mask={{ closable: false }}
      onCancel={() => setOpen(false)}
      afterClose={onClosed}
      afterOpenChange={(opened) => opened && search.current?.focus()}
      footer={
        <div className="sr-dialog-footer">
          <span className="sr-dialog-note" role="status">
            {choice.added > 0 ? `已添加${choice.added}行` : '↑ ↓ 选车型，Ctrl + Enter 添加'}
          </span>
          <Button onClick={() => setOpen(false)}>{choice.added > 0 ? '完成' : '取消'}</Button>
          <Button onClick={() => add(true)}>添加并继续</Button>
          <Button type="primary" onClick={() => add(false)}>
            添加
          </Button>
        </div>
      }
    >
      <div ref={frame} className="sr-o-add">
        <ModelSearch
          inputRef={search}
          preferred={preferred}
          chosen={choice.model?.modelId ?? 0}
          onChoose={choice.choose}
        />
        <Chosen choice={choice} />
      </div>
    </Modal>
  )
}

/** The line being built, and its problem. */
function useChoice(lines: readonly LineValues[]) {
  const [model, setModel] = useState<CatalogueModel>()
  const [sku, setSku] = useState<Sku>()
  const [num, setNum] = useState<number | null>(1)
  const [price, setPrice] = useState<number | null>(null)
  const [problem, setProblem] = useState('')
  const [added, setAdded] = useState<readonly number[]>([])
  const choose = (next: CatalogueModel): void => {
    if (next.modelId === model?.modelId) return
    setModel(next)
    setSku(undefined)
    setPrice(next.guidePrice || null)
    setProblem('')
  }
  const problemOf = (): string => {
    if (!model || !sku) return '请选择车型配置'
    const same = [...lines.map(({ skuId }) => skuId), ...added].indexOf(sku.skuId)
    if (same !== -1) return `该配置与颜色已在第${same + 1}行，可直接修改数量`
    const row = lines.length + 1
    return lineProblems({ specId: model.modelId, skuId: sku.skuId, num, price }, row)[0]?.text ?? ''
  }
  /** Returns the line if it is valid. */
  const take = (): LineValues | undefined => {
    const wrong = problemOf()
    setProblem(wrong)
    if (wrong || !model || !sku) return undefined
    setAdded([...added, sku.skuId])
    setSku(undefined)
    setNum(1)
    const { seriesId, modelId: specId } = model
    return { orderNo: '', seriesId, specId, skuId: sku.skuId, carExternalColor: sku.color, num, price }
  }
  return { model, sku, num, price, problem, added: added.length, choose, setSku, setNum, setPrice, take }
}

interface ModelSearchProps {
  inputRef: React.RefObject<InputRef | null>
  preferred: readonly number[]
  chosen: number
  onChoose: (model: CatalogueModel) => void
}

/** Finds models by name or code. The arrow keys move through the results while the search box keeps focus. */
function ModelSearch({ inputRef, preferred, chosen, onChoose }: ModelSearchProps) {
  const { models, isPending } = useModels()
  const [key, setKey] = useState('')
  const id = useId()
  const rank = ({ seriesId }: CatalogueModel): number => (preferred.includes(seriesId) ? 0 : 1)
  const offered = models.filter(({ isOff }) => !isOff)
  const matches = findModels(offered, key).toSorted((one, other) => rank(one) - rank(other))
  const at = matches.findIndex(({ modelId }) => modelId === chosen)
  const optionId = (index: number): string => `${id}-${index}`
  useEffect(() => {
    document.querySelector(`[id='${id}-${at}']`)?.scrollIntoView({ block: 'nearest' })
  }, [at, id])
  const step = (event: KeyboardEvent): void => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!by || matches.length === 0) return
    event.preventDefault()
    const next = matches[Math.min(matches.length - 1, Math.max(0, at + by))]
    if (next) onChoose(next)
  }
  return (
    <div className="sr-o-add-search">
      <Input
        ref={inputRef}
        role="combobox"
        aria-label="搜索车系、车型"
        aria-expanded
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        {...(at >= 0 && { 'aria-activedescendant': optionId(at) })}
        placeholder="车系、车型名称或代码"
        prefix={<SearchOutlined aria-hidden />}
        allowClear
        value={key}
        onChange={({ target }) => setKey(target.value)}
        onKeyDown={step}
      />
      <div className="sr-o-add-head" aria-hidden>
        <span>品牌</span>
        <span>车系</span>
        <span>车型</span>
        <span className="sr-o-figure">指导价</span>
      </div>
      <div className="sr-o-add-models" role="listbox" aria-label="车型" id={`${id}-list`} tabIndex={-1}>
        {matches.map((model, index) => (
          <div
            key={model.modelId}
            id={optionId(index)}
            role="option"
            tabIndex={-1}
            className="sr-o-add-model"
            aria-selected={model.modelId === chosen}
            onClick={() => onChoose(model)}
            onKeyDown={step}
          >
            <span>{model.brand}</span>
            <span>{model.series}</span>
            <span>{model.name}</span>
            <span className="sr-o-figure">{model.guidePrice > 0 ? moneyText(model.guidePrice) : '—'}</span>
          </div>
        ))}
        {matches.length === 0 && <p className="sr-o-add-none">{isPending ? '加载中…' : '没有找到车型'}</p>}
      </div>
    </div>
  )
}

/** Configuration, colour, quantity and price of the chosen model. */
function Chosen({ choice }: { choice: ReturnType<typeof useChoice> }) {
  const { model, sku, num, price, problem } = choice
  const { skus, isLoading } = useSkus(model?.modelId ?? 0)
  return (
    <div className="sr-o-add-chosen">
      <p className="sr-o-add-title">{model ? `${model.series} ${model.name}` : '配置与颜色'}</p>
      {!model && <p className="sr-o-add-none">先在上面选择一款车型</p>}
      {model && skus.length > 0 && (
        <ChipRadio<number>
          aria-label="配置与颜色"
          options={skus.map((one) => ({ value: one.skuId, label: skuText(one), hint: one.productCode }))}
          {...(sku && { value: sku.skuId })}
          onChange={(skuId) => choice.setSku(skus.find((one) => one.skuId === skuId))}
        />
      )}
      {model && !isLoading && skus.length === 0 && <p className="sr-o-add-none">该车型暂无可订的配置</p>}
      <div className="sr-o-add-numbers">
        <Labelled label="数量">
          <InputNumber<number>
            className="sr-fill"
            aria-label="数量"
            min={1}
            precision={0}
            value={num}
            onChange={choice.setNum}
          />
        </Labelled>
        <Labelled label="单价">
          <Yuan aria-label="单价" placeholder="请输入单价" value={price} onChange={choice.setPrice} />
        </Labelled>
      </div>
      {problem && <Alert type="error" showIcon role="alert" title={problem} />}
    </div>
  )
}
