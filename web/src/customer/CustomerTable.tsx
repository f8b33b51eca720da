import type { CustomerRow } from '@showroom/contract/customer/list.schema'
import { Link } from '@tanstack/react-router'
import { Table, type TableColumnsType } from 'antd'
import { paths } from '../app/paths'
import { useDictionaryText } from '../base/public'
import { formatDay, formatMinute } from '../ui/day'
import { Cut } from '../ui/list/Cut'
import { moveBetweenRows } from '../ui/list/moveBetweenRows'
import { boxesOf } from '../ui/list/useSelection'
import { cell, rowsOrWaiting, type Waiting } from '../ui/list/waiting'
import { RelativeTime } from '../ui/RelativeTime'
import { CustomerMarks } from './CustomerMarks'
import type { CustomerFilter } from './customer.search'
import { dueOf, statusOf } from './customer.labels'
import { LevelChip } from './LevelChip'
import { useRowToCustomer } from './useRowToCustomer'

interface CustomerTableProps {
  rows: readonly CustomerRow[] | undefined
  filter: CustomerFilter
  onSort: (orderType: number) => void
  /** Another page or filter is on its way; the rows are the old ones. */
  stale: boolean
  /** Nothing where rows cannot be selected. */
  selected: readonly number[] | undefined
  onSelect: (ids: number[]) => void
  empty: React.ReactNode
}

type Row = CustomerRow | Waiting<'customerId'>

export function CustomerTable(props: CustomerTableProps) {
  const { rows, filter, onSort, stale, selected, onSelect, empty } = props
  const toCustomer = useRowToCustomer()
  const columns = useColumns(filter.orderType)
  return (
    <Table<Row>
      className={`sr-list-table ${stale ? 'sr-stale' : ''}`}
      size="small"
      tableLayout="fixed"
      rowKey="customerId"
      columns={columns}
      dataSource={rowsOrWaiting(rows, 'customerId', filter.pageCount)}
      pagination={false}
      showSorterTooltip={false}
      sticky
      scroll={{ x: 1128 }}
      aria-busy={!rows || stale}
      locale={{
        emptyText: empty,
        triggerAsc: '按升序排列',
        triggerDesc: '按降序排列',
        cancelSort: '按降序排列',
      }}
      {...(selected && { rowSelection: boxesOf(selected, onSelect) })}
      onRow={(row) => ({
        ...toCustomer(row),
        onKeyDown: moveBetweenRows,
        className: 'waiting' in row ? 'sr-row-waiting' : 'sr-row-link',
      })}
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

function CustomerCell({ row }: { row: CustomerRow }) {
  return (
    <span className="sr-customer-cell">
      <Link
        className="sr-customer-name"
        to={paths.customer}
        params={{ customerId: String(row.customerId) }}
        title={row.name}
        data-row-link
      >
        {row.name}
      </Link>
      <CustomerMarks row={row} />
      <span className="sr-customer-mobile sr-num">{row.mobile}</span>
    </span>
  )
}

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
