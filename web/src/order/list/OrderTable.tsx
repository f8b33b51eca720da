import { moneyText } from '@showroom/contract/kernel/money'
import type { OrderRow } from '@showroom/contract/order/list.schema'
import { Link, useNavigate } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { useDictionaryText } from '../../base/public'
import { seesOthers } from '../../frame/areas'
import { useSession } from '../../frame/session'
import { formatDay, formatMinute } from '../../ui/day'
import type { ListColumn } from '../../ui/list/table/columns'
import { Cut, cutText, growsFor } from '../../ui/list/table/Cut'
import { ListTable } from '../../ui/list/table/ListTable'
import { stableMemo } from '../../ui/stableMemo'
import { meansRow } from '../../ui/list/table/meansRow'
import { cell, type ShownRows, type Waiting } from '../../ui/list/table/waiting'
import { buyerOf } from '../order.labels'
import { OrderStatus } from '../OrderStatus'
import { OrderAlerts } from '../verify/OrderAlerts'
import { addressOf, lostText, spansOf } from './order.rows'

type Row = OrderRow | Waiting<'subOrderId'>
type Column = ListColumn<Row>

/** One row per line; cells of the order itself span its lines. */
export const OrderTable = stableMemo(function OrderTable(rows: ShownRows<OrderRow>) {
  const columns = useColumns(spansOf(rows.rows ?? []))
  const navigate = useNavigate()
  return (
    <ListTable<OrderRow, 'subOrderId'>
      {...rows}
      className="sr-o-table"
      rowHoverable
      rowKey="subOrderId"
      columns={columns}
      rowProps={(row) => ({
        onClick: (event: MouseEvent): void => {
          if ('waiting' in row || !meansRow(event)) return
          if (event.ctrlKey || event.metaKey) openApart(row)
          else void navigate(addressOf(row))
        },
        onAuxClick: (event: MouseEvent): void => {
          const onLink = event.target instanceof Element && event.target.closest('a')
          if (event.button === 1 && !onLink && !('waiting' in row)) openApart(row)
        },
      })}
    />
  )
})

const openApart = (row: OrderRow): void => {
  const { orderId, type } = addressOf(row).search
  window.open(`#/order/orderDetail?orderId=${orderId}&type=${type}&from=order`, '_blank', 'noopener')
}

function useColumns(spans: ReadonlyMap<number, number>): Column[] {
  const isLine = seesOthers(useSession())
  /** Makes a column of the order span all of its lines. */
  const onceAnOrder = (column: Column): Column => ({
    ...column,
    onCell: (row) => ({ rowSpan: spans.get(row.subOrderId) ?? 1, className: 'sr-o-cell-once' }),
  })
  const columns = [
    ...orderColumns.map(onceAnOrder),
    ...lineColumns,
    ...sumColumns.map(onceAnOrder),
    ...(isLine ? [onceAnOrder(ownerColumn)] : []),
    ...useExtraColumns().map(onceAnOrder),
  ]
  return [...columns, lineStatusColumn]
}

const dash = <span className="sr-quiet">—</span>

const orderColumns: Column[] = [
  {
    key: 'order',
    title: '订单',
    width: 156,
    least: 144,
    most: 200,
    fixed: 'start',
    isNeeded: true,
    render: cell<OrderRow>('80%', (row) => (
      <span className="sr-row-who">
        <Link className="sr-row-name sr-num" {...addressOf(row)} data-row-link="">
          {row.bigOrderNo}
        </Link>
        <span className="sr-row-number sr-num">{formatMinute(row.createdAt)}</span>
      </span>
    )),
  },
  {
    key: 'customer',
    title: '客户',
    width: 144,
    least: 120,
    most: 240,
    isNeeded: true,
    text: growsFor<OrderRow>(buyerOf),
    render: cell<OrderRow>('70%', (row) => (
      <span className="sr-row-who">
        <Cut text={buyerOf(row)} />
        <span className="sr-row-number sr-num">{row.customerPhone}</span>
      </span>
    )),
  },
  {
    key: 'status',
    title: '状态',
    width: 128,
    least: 124,
    most: 140,
    render: cell<OrderRow>('56px', (row) => (
      <span className="sr-o-stack">
        <OrderStatus status={row.orderStatus} />
        <OrderAlerts alerts={row.alerts} />
      </span>
    )),
  },
]

const lineColumns: Column[] = [
  {
    key: 'model',
    title: '订购车型',
    width: 208,
    least: 148,
    most: 400,
    isNeeded: true,
    text: growsFor<OrderRow>((row) => `${row.seriesName} ${row.specName}`),
    render: cell<OrderRow>('80%', (row) => (
      <span className="sr-row-who">
        <Cut text={`${row.seriesName} ${row.specName}`} />
        {lostText(row) && <span className="sr-row-number">{lostText(row)}</span>}
      </span>
    )),
  },
  {
    key: 'color',
    title: '颜色',
    width: 92,
    most: 160,
    ...cutText<OrderRow>('48px', (row) => row.carExternalColor),
  },
  {
    key: 'number',
    title: '数量',
    width: 60,
    align: 'end',
    render: cell<OrderRow>('24px', (row) => <span className="sr-num">{row.number}</span>),
  },
  {
    key: 'price',
    title: '单价',
    width: 104,
    most: 140,
    align: 'end',
    render: cell<OrderRow>('64px', (row) => <span className="sr-num">{moneyText(row.price)}</span>),
  },
]

const sumColumns: Column[] = [
  {
    key: 'total',
    title: '订单总价',
    width: 120,
    most: 160,
    align: 'end',
    render: cell<OrderRow>('72px', (row) => (
      <span className="sr-num sr-o-row-total">{row.totalPrice > 0 ? moneyText(row.totalPrice) : dash}</span>
    )),
  },
  {
    key: 'deposit',
    title: '定金',
    width: 96,
    most: 140,
    align: 'end',
    render: cell<OrderRow>('48px', (row) => (
      <span className="sr-num">{row.paymentAmount > 0 ? moneyText(row.paymentAmount) : dash}</span>
    )),
  },
  {
    key: 'deliver',
    title: '预计交车',
    width: 104,
    most: 132,
    render: cell<OrderRow>('80px', (row) => <Day at={row.estimatedDeliverTime} />),
  },
]

const ownerColumn: Column = {
  key: 'owner',
  title: '客户经理',
  width: 88,
  most: 140,
  ...cutText<OrderRow>('48px', (row) => row.ownerName),
}

const lineStatusColumn: Column = {
  key: 'lineStatus',
  title: '行状态',
  width: 92,
  isExtra: true,
  render: cell<OrderRow>('56px', (row) => <OrderStatus status={row.subOrderOrderStatus} />),
}

const Day = ({ at }: { at: number }) => (at > 0 ? <time className="sr-num">{formatDay(at)}</time> : dash)

/** Optional columns, added through 列设置. */
function useExtraColumns(): Column[] {
  const businessText = useDictionaryText('orderBusinessType')
  const licenceText = useDictionaryText('carLicenseTypes')
  const text = (key: string, title: string, width: number, of: (row: OrderRow) => string): Column => ({
    key,
    title,
    width,
    most: width + 80,
    isExtra: true,
    ...cutText<OrderRow>('56px', (row) => of(row)),
  })
  return [
    text('business', '业务类型', 92, (row) => businessText(row.businessType)),
    text('contract', '合同编号', 120, (row) => row.contractNo),
    text('licence', '上牌方式', 92, (row) => licenceText(row.carLicenseType)),
    text('licenceCity', '上牌城市', 140, (row) => row.carLicenseCity.replace(',', ' ')),
    text('payment', '单车定金', 116, (row) => (row.payment > 0 ? moneyText(row.payment) : '')),
    text('audit', '审核时间', 140, (row) => formatMinute(row.auditTime)),
    text('delivered', '交车时间', 140, (row) => formatMinute(row.orderDeliverTime)),
  ]
}
