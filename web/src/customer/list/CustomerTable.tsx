import type { CustomerRow } from '@showroom/contract/customer/list.schema'
import type { TableColumnsType } from 'antd'
import { useDictionaryText } from '../../base/public'
import { formatDay, formatMinute } from '../../ui/day'
import { Cut } from '../../ui/list/Cut'
import { ListTable } from '../../ui/list/ListTable'
import { boxesOf, type Choosing } from '../../ui/list/useSelection'
import { cell, type ShownRows, type Waiting } from '../../ui/list/waiting'
import { RelativeTime } from '../../ui/RelativeTime'
import { CustomerMarks } from './CustomerMarks'
import { dueOf, statusOf } from '../customer.labels'
import { CustomerName } from '../fields/CustomerName'
import { LevelChip } from '../fields/LevelChip'
import { useRowToCustomer } from '../useRowToCustomer'

interface CustomerTableProps extends ShownRows<CustomerRow>, Choosing {
  orderType: number
  onSort: (orderType: number) => void
}

type Row = CustomerRow | Waiting<'customerId'>

export function CustomerTable({ orderType, onSort, selected, onSelect, ...rows }: CustomerTableProps) {
  const toCustomer = useRowToCustomer()
  const columns = useColumns(orderType)
  return (
    <ListTable<CustomerRow, 'customerId'>
      {...rows}
      {...boxesOf<Row>({ selected, onSelect })}
      rowKey="customerId"
      columns={columns}
      width={1128}
      rowProps={toCustomer}
      onChange={(_pages, _filters, sorter) => {
        const { columnKey, order } = [sorter].flat()[0] ?? {}
        const base = columnKey === 'updatedDate' ? 2 : 0
        onSort(base + (order === 'ascend' ? 1 : 0))
      }}
    />
  )
}

function useColumns(orderType: number): TableColumnsType<Row> {
  const sourceName = useDictionaryText('customerFromSources')
  const orderOf = (base: number) =>
    orderType === base ? ('descend' as const) : orderType === base + 1 ? ('ascend' as const) : null
  const sort = { sorter: true, sortDirections: ['descend', 'ascend', 'descend'] as ('descend' | 'ascend')[] }
  return [
    {
      key: 'name',
      title: '客户',
      width: 288,
      fixed: 'start',
      render: cell<CustomerRow>('70%', (row) => <CustomerCell row={row} />),
    },
    {
      key: 'level',
      title: '级别',
      width: 60,
      align: 'center',
      render: cell<CustomerRow>('24px', (row) => <LevelChip level={row.level} />),
    },
    {
      key: 'status',
      title: '状态',
      width: 104,
      render: cell<CustomerRow>('56px', (row) => <StatusCell row={row} />),
    },
    {
      key: 'owner',
      title: '客户经理',
      width: 92,
      render: cell<CustomerRow>('48px', (row) => <Cut text={row.ownerName} />),
    },
    {
      key: 'series',
      title: '意向车系',
      width: 148,
      render: cell<CustomerRow>('80%', (row) => <Cut text={row.specName} />),
    },
    {
      key: 'source',
      title: '客户来源',
      width: 92,
      render: cell<CustomerRow>('56px', (row) => <Cut text={sourceName(row.fromSource)} />),
    },
    {
      key: 'createdDate',
      title: '创建日期',
      width: 108,
      ...sort,
      sortOrder: orderOf(0),
      render: cell<CustomerRow>('80px', (row) => (
        <time className="sr-num" title={formatMinute(row.createdDate)}>
          {formatDay(row.createdDate)}
        </time>
      )),
    },
    {
      key: 'updatedDate',
      title: '最近跟进',
      width: 112,
      ...sort,
      sortOrder: orderOf(2),
      render: cell<CustomerRow>('56px', (row) => <RelativeTime at={row.updatedDate} className="sr-num" />),
    },
    {
      key: 'next',
      title: '下次跟进',
      width: 124,
      render: cell<CustomerRow>('80px', (row) => <DueCell at={row.nextFollowDate} />),
    },
  ]
}

const CustomerCell = ({ row }: { row: CustomerRow }) => (
  <span className="sr-row-cell">
    <CustomerName customerId={row.customerId} name={row.name} />
    <CustomerMarks row={row} />
    <span className="sr-row-number sr-num">{row.mobile}</span>
  </span>
)

export function StatusCell({ row }: { row: CustomerRow }) {
  const { text, tone } = statusOf(row)
  return <span className={`sr-status sr-status-${tone}`}>{text}</span>
}

export function DueCell({ at }: { at: number }) {
  const due = dueOf(at)
  if (!due) return <span className="sr-quiet">—</span>
  return (
    <span className={`sr-due sr-due-${due.tone}`} title={formatDay(at)}>
      <time className="sr-num" dateTime={formatDay(at)}>
        {due.text}
      </time>
      {due.note && <span className="sr-due-note">{due.note}</span>}
    </span>
  )
}
