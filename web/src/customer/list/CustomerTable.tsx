import type { CustomerRow } from '@showroom/contract/customer/list.schema'
import { useDictionaryText } from '../../base/public'
import { formatDay, formatMinute } from '../../ui/day'
import { seesOthers } from '../../frame/areas'
import { useSession } from '../../frame/session'
import type { ListColumn } from '../../ui/list/table/columns'
import { cutText, growsFor } from '../../ui/list/table/Cut'
import { actionColumn, RowButton } from '../../ui/list/table/RowActions'
import { ListTable } from '../../ui/list/table/ListTable'
import { stableMemo } from '../../ui/stableMemo'
import { cell, type ShownRows, type Waiting } from '../../ui/list/table/waiting'
import { RelativeTime } from '../../ui/RelativeTime'
import type { CustomerFilter } from './customer.fields'
import { CustomerMarks, tagsOf } from './CustomerMarks'
import { DueCell } from './DueCell'
import { barredOf, customerStatus, mayBeFollowed, statusOf } from '../customer.labels'
import { CustomerName } from '../fields/CustomerName'
import { LevelChip } from '../fields/LevelChip'
import { FollowFromList } from './FollowFromListLoader'
import { useRowToCustomer } from '../useRowToCustomer'

interface CustomerTableProps extends ShownRows<CustomerRow> {
  filter: CustomerFilter
  onSort: (orderType: number) => void
  /** Absent without the permission. */
  onFollow: ((customerId: number) => void) | undefined
}

/** A customer may have several rows: earlier deals, where the list shows them. */
type Row = CustomerRow | Waiting<'dealId'>

export const CustomerTable = stableMemo(function CustomerTable(props: CustomerTableProps) {
  const { filter, onSort, onFollow, ...rows } = props
  const toCustomer = useRowToCustomer()
  const columns = useColumns(filter)
  const mayFollow = filter.type !== customerStatus.defeated && filter.type !== customerStatus.dormant
  return (
    <ListTable<CustomerRow, 'dealId'>
      {...rows}
      boxes={boxes}
      rowKey="dealId"
      columns={mayFollow && onFollow ? [...columns, followColumn(onFollow)] : columns}
      rowProps={toCustomer}
      onChange={(_pages, _filters, sorter) => {
        const { columnKey, order } = [sorter].flat()[0] ?? {}
        const base = columnKey === 'updatedDate' ? 2 : 0
        onSort(base + (order === 'ascend' ? 1 : 0))
      }}
    />
  )
})

type Column = ListColumn<Row>

const boxes = {
  idOf: ({ customerId }: CustomerRow) => customerId,
  nameOf: ({ name }: CustomerRow) => name,
  barred: barredOf,
}

const followColumn = (follow: (customerId: number) => void): Column =>
  actionColumn({
    key: 'follow',
    width: 68,
    render: cell<CustomerRow>('40px', (row) =>
      mayBeFollowed(row) ? (
        <RowButton
          aria-label={`跟进 ${row.name}`}
          onPointerEnter={FollowFromList.preload}
          onFocus={FollowFromList.preload}
          onClick={() => follow(row.customerId)}
        >
          跟进
        </RowButton>
      ) : null,
    ),
  })

/** Columns for the current tab. Columns that would be empty or equal in all rows are left out. */
function useColumns({ type, orderType }: CustomerFilter): Column[] {
  const isLine = seesOthers(useSession())
  const sourceName = useDictionaryText('customerFromSources')
  const isLost = type === customerStatus.defeated
  return [
    ...whoColumns,
    ...(type > customerStatus.visited && type !== customerStatus.dormant ? [] : [levelColumn]),
    ...(type === customerStatus.all ? [statusColumn] : []),
    ...(isLine ? [ownerColumn] : []),
    seriesColumn,
    {
      key: 'source',
      title: '客户来源',
      width: 92,
      most: 160,
      ...cutText<CustomerRow>('56px', (row) => sourceName(row.fromSource)),
    },
    ...(isLost ? lostColumns : []),
    ...datesColumns(orderType),
    ...(isLost || type === customerStatus.dormant ? [] : [nextColumn]),
    tagColumn,
  ]
}

/** Sorts newest first or oldest first; there is no unsorted state. */
const bothWays = { sorter: true, sortDirections: ['descend', 'ascend', 'descend'] } satisfies Partial<Column>

function datesColumns(orderType: number): Column[] {
  const orderOf = (base: number) =>
    orderType === base ? ('descend' as const) : orderType === base + 1 ? ('ascend' as const) : null
  return [
    {
      key: 'createdDate',
      title: '建档日期',
      width: 108,
      most: 144,
      ...bothWays,
      sortOrder: orderOf(0),
      render: cell<CustomerRow>('80px', ({ createdDate }) => <DayTime at={createdDate} />),
    },
    {
      key: 'updatedDate',
      title: '最近跟进',
      width: 112,
      most: 152,
      ...bothWays,
      sortOrder: orderOf(2),
      render: cell<CustomerRow>('56px', (row) => (
        <RelativeTime at={row.updatedDate} none="未联系" className="sr-num" />
      )),
    },
  ]
}

const whoColumns: Column[] = [
  {
    key: 'name',
    title: '客户',
    width: 176,
    least: 144,
    most: 224,
    fixed: 'start',
    isNeeded: true,
    text: growsFor<CustomerRow>((row) => [row.name, '先生', ...tagsOf(row).slice(0, 2)].join('  ')),
    render: cell<CustomerRow>('70%', (row) => (
      <span className="sr-row-cell">
        <CustomerName
          customerId={row.customerId}
          name={row.name}
          row={row.isSuperseded ? 0 : row.customerId}
        />
        <CustomerMarks row={row} />
      </span>
    )),
  },
  {
    key: 'mobile',
    title: '手机号',
    width: 116,
    most: 144,
    render: cell<CustomerRow>('88px', (row) => <span className="sr-num">{row.mobile}</span>),
  },
]

const levelColumn: Column = {
  key: 'level',
  title: '意向级别',
  width: 84,
  least: 80,
  align: 'center',
  render: cell<CustomerRow>('24px', (row) => <LevelChip level={row.level} />),
}

const statusColumn: Column = {
  key: 'status',
  title: '状态',
  width: 104,
  most: 136,
  render: cell<CustomerRow>('56px', (row) => <StatusCell row={row} />),
}

const ownerColumn: Column = {
  key: 'owner',
  title: '客户经理',
  width: 88,
  most: 140,
  ...cutText<CustomerRow>('48px', (row) => row.ownerName),
}

const seriesColumn: Column = {
  key: 'series',
  title: '意向车系',
  width: 132,
  least: 108,
  most: 300,
  ...cutText<CustomerRow>('80%', (row) => row.specName),
}

/** Reason and date of the loss. */
const lostColumns: Column[] = [
  {
    key: 'failReason',
    title: '战败原因',
    width: 168,
    least: 120,
    most: 320,
    ...cutText<CustomerRow>('80%', (row) => row.failReason),
  },
  {
    key: 'failDate',
    title: '战败日期',
    width: 108,
    most: 144,
    render: cell<CustomerRow>('80px', ({ failDate }) => <DayTime at={failDate} />),
  },
]

const nextColumn: Column = {
  key: 'next',
  title: '下次跟进',
  width: 148,
  least: 140,
  most: 184,
  render: cell<CustomerRow>('80px', (row) => <DueCell at={row.nextFollowDate} />),
}

const tagColumn: Column = {
  key: 'tags',
  title: '标签',
  width: 160,
  most: 280,
  isExtra: true,
  ...cutText<CustomerRow>('60%', (row) => tagsOf(row).join('、')),
}

const DayTime = ({ at }: { at: number }) =>
  at > 0 ? (
    <time className="sr-num" title={formatMinute(at)}>
      {formatDay(at)}
    </time>
  ) : (
    <span className="sr-quiet">—</span>
  )

export function StatusCell({ row }: { row: CustomerRow }) {
  const { text, tone } = statusOf(row)
  return <span className={`sr-status sr-status-${tone}`}>{text}</span>
}
