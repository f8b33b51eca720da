import { isOldestFirst } from '@showroom/contract/kernel/order'
import { moneyText } from '@showroom/contract/kernel/money'
import { nextStepOf } from '@showroom/contract/order/next.rules'
import { allocationStage } from '@showroom/contract/order/verify.rules'
import type { VerifyRow } from '@showroom/contract/order/verify.schema'
import { daysFromToday, formatDay, formatMinute } from '../../ui/day'
import { momentSort } from '../../ui/list/table/momentSort'
import type { ListColumn } from '../../ui/list/table/columns'
import { Cut, cutText, growsFor } from '../../ui/list/table/Cut'
import { cell, type Waiting } from '../../ui/list/table/waiting'
import { OrderStatus } from '../OrderStatus'
import { actionColumn } from '../../ui/list/table/RowActions'
import { Decide, type Decisions } from './Decide'
import { OrderAlerts } from './OrderAlerts'
import { VerifyLink } from './VerifyLink'
import { waitedText } from './verify.labels'

/** Columns of the two lists. */

export type Row = VerifyRow | Waiting<'id'>
export type Column = ListColumn<Row>

/** Without a sort type the list is not sorted by it. */
export const createdColumn = (sortType?: number): Column => ({
  key: 'created',
  title: '创建时间',
  width: 140,
  least: 112,
  fixed: 'start',
  ...(sortType !== undefined && momentSort(sortType, false)),
  render: cell<VerifyRow>('80%', ({ createdAt }) => (
    <time className="sr-num">{formatMinute(createdAt)}</time>
  )),
})

export const customerColumn: Column = {
  key: 'customer',
  title: '客户',
  width: 176,
  least: 136,
  most: 280,
  fixed: 'start',
  isNeeded: true,
  render: cell<VerifyRow>('70%', (row) => (
    <span className="sr-verify-customer">
      <VerifyLink row={row} />
      <span className="sr-quiet sr-num">{row.customerPhone}</span>
    </span>
  )),
}

export const modelColumn: Column = {
  key: 'model',
  title: '订购车型',
  width: 216,
  least: 144,
  most: 400,
  text: growsFor<VerifyRow>(({ modelDisplay }) => modelDisplay.slice(0, Math.ceil(modelDisplay.length / 2))),
  render: cell<VerifyRow>('80%', (row) => <Model row={row} />),
}

export const Model = ({ row: { modelDisplay, vehicles } }: { row: VerifyRow }) => (
  <>
    <Cut lines={2} text={modelDisplay} />
    {vehicles > 1 && <span className="sr-quiet">共{vehicles}台</span>}
  </>
)

export const statusColumn: Column = {
  key: 'status',
  title: '订单状态',
  width: 100,
  render: cell<VerifyRow>('56px', ({ status }) => <OrderStatus status={status} />),
}

export const ownerColumn: Column = {
  key: 'owner',
  title: '客户经理',
  width: 92,
  least: 80,
  most: 128,
  ...cutText<VerifyRow>('48px', ({ ownerName }) => ownerName),
}

export const totalColumn: Column = {
  key: 'total',
  title: '订单金额',
  width: 120,
  align: 'end',
  render: cell<VerifyRow>('64px', ({ totalPrice }) => (
    <span className="sr-num">{moneyText(totalPrice)}</span>
  )),
}

export const depositColumn: Column = {
  key: 'deposit',
  title: '定金',
  width: 96,
  align: 'end',
  render: cell<VerifyRow>('48px', ({ paymentDown }) => (
    <span className="sr-num">{moneyText(paymentDown)}</span>
  )),
}

/** Sort mark of a column that shows a wait: the oldest moment has the longest. */
const waitSort = (sortType: number) => ({
  ...momentSort(sortType, true),
  sortOrder: isOldestFirst(sortType, true) ? ('descend' as const) : ('ascend' as const),
})

/** Time since the order was submitted for review. */
export const waitColumn = (sortType: number): Column => ({
  key: 'wait',
  title: '已等待',
  ...waitSort(sortType),
  width: 132,
  least: 108,
  most: 168,
  render: cell<VerifyRow>('64px', ({ submittedAt, alerts }) => (
    <span className="sr-verify-stack">
      {submittedAt > 0 && <span title={`${formatMinute(submittedAt)} 提交`}>{waitedText(submittedAt)}</span>}
      <OrderAlerts alerts={alerts} />
    </span>
  )),
})

/** 同意 and 驳回 of a waiting order. */
export const decideColumn = (decisions: Decisions): Column =>
  actionColumn({
    key: 'decide',
    width: 128,
    render: cell<VerifyRow>('88px', (row) => <Decide row={row} decisions={decisions} />),
  })

export const reviewedColumn: Column = {
  key: 'reviewed',
  title: '审核',
  width: 140,
  least: 116,
  render: cell<VerifyRow>('80px', ({ reviewedAt, reviewerName }) => (
    <span className="sr-verify-stack">
      <span>{reviewerName}</span>
      <time className="sr-quiet sr-num">{formatMinute(reviewedAt)}</time>
    </span>
  )),
}

/** Empty if no delivery day is planned. */
export const deliverColumn: Column = {
  key: 'deliver',
  title: '预计交车日期',
  width: 136,
  least: 116,
  render: cell<VerifyRow>('80px', (row) => (
    <span className="sr-verify-stack">
      <DeliverDay row={row} />
      <OrderAlerts alerts={row.alerts} />
    </span>
  )),
}

export function DeliverDay({ row: { deliverDate } }: { row: VerifyRow }) {
  if (deliverDate === 0) return null
  const days = daysFromToday(deliverDate)
  const left = days < 0 ? `逾期${-days}天` : days === 0 ? '今天' : days <= 7 ? `还有${days}天` : ''
  return (
    <span className="sr-verify-day">
      <time className={days < 0 ? 'sr-verify-late sr-num' : 'sr-num'}>{formatDay(deliverDate)}</time>
      {left && <span className={days < 0 ? 'sr-verify-late' : 'sr-quiet'}>{left}</span>}
    </span>
  )
}

/** The step that an approved order waits for, and the time since its approval. */
export const CarStep = ({ row: { status, reviewedAt } }: { row: VerifyRow }) => {
  const next = nextStepOf(status)
  return (
    <>
      <span>
        {next?.actor === 'maker' && '等厂家'}
        {next?.text}
      </span>
      <span className="sr-quiet" title={`${formatMinute(reviewedAt)} 审核通过`}>
        已等{waitedText(reviewedAt)}
      </span>
    </>
  )
}

export const carColumn = ({ stage, sortType }: { stage: number; sortType: number }): Column => ({
  key: 'maker',
  title: stage === allocationStage.equipped ? '交车' : '配车',
  ...waitSort(sortType),
  width: 148,
  least: 120,
  render: cell<VerifyRow>('80px', (row) => (
    <span className="sr-verify-stack">
      <CarStep row={row} />
    </span>
  )),
})

/** Vehicles that the maker has allocated. */
export const vinColumn: Column = {
  key: 'vin',
  title: '车架号',
  width: 176,
  render: cell<VerifyRow>('80%', ({ vins }) =>
    vins.length === 0 ? (
      <span className="sr-quiet">—</span>
    ) : (
      <span className="sr-verify-stack sr-num" title={vins.join('\n')}>
        {vins[0]}
        {vins.length > 1 && <span className="sr-quiet">等{vins.length}台</span>}
      </span>
    ),
  ),
}
