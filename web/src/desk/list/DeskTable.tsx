import { visitType } from '@showroom/contract/desk/desk.rules'
import type { DeskRow } from '@showroom/contract/desk/list.schema'
import { CustomerName, DueCell, LevelChip, useRowToCustomer } from '../../customer/public'
import { useMayEnter } from '../../frame/areas'
import { formatMinute } from '../../ui/day'
import type { ListColumn } from '../../ui/list/table/columns'
import { useCards } from '../../ui/list/listSpace'
import { cutText, growsFor } from '../../ui/list/table/Cut'
import { ListTable } from '../../ui/list/table/ListTable'
import { stableMemo } from '../../ui/stableMemo'
import { cell, type ShownRows, type Waiting } from '../../ui/list/table/waiting'
import { RelativeTime } from '../../ui/RelativeTime'
import { typeNames } from '../desk.labels'
import type { DeskFilter } from './desk.fields'

interface DeskTableProps extends ShownRows<DeskRow> {
  filter: DeskFilter
  onSort: (orderType: number) => void
}

type Row = DeskRow | Waiting<'visitId'>
type Column = ListColumn<Row>

const boxes = { nameOf: ({ name }: DeskRow) => name }

/** Sort codes of the columns: the lower of each pair sorts the latest first. */
const sorts: Readonly<Record<string, number>> = { createdDate: 0, updatedDate: 2, nextFollowDate: 4 }

export const DeskTable = stableMemo(function DeskTable({ filter, onSort, ...rows }: DeskTableProps) {
  const toCustomer = useRowToCustomer()
  const mayOpen = useMayEnter('/customer/list')
  const isTight = useCards()
  return (
    <ListTable<DeskRow, 'visitId'>
      {...rows}
      boxes={boxes}
      rowKey="visitId"
      className={isTight ? 'sr-desk-tight' : ''}
      columns={columnsOf(filter, { mayOpen, isTight })}
      rowProps={(row) => ('waiting' in row || !mayOpen || !row.isSeen ? {} : toCustomer(row))}
      onChange={(_pages, _filters, sorter) => {
        const { columnKey, order } = [sorter].flat()[0] ?? {}
        onSort((sorts[String(columnKey)] ?? 0) + (order === 'ascend' ? 1 : 0))
      }}
    />
  )
})

interface Shape {
  mayOpen: boolean
  /** Upright tablet: the number is below the name, the type below the time. */
  isTight: boolean
}

const columnsOf = ({ orderType }: DeskFilter, { mayOpen, isTight }: Shape): Column[] => [
  {
    key: 'name',
    title: '客户',
    width: 132,
    least: isTight ? 116 : 104,
    most: 200,
    fixed: 'start',
    isNeeded: true,
    text: growsFor<DeskRow>(({ name }) => name),
    render: cell<DeskRow>('70%', (row) =>
      isTight ? (
        <span className="sr-row-who">
          <VisitorName row={row} mayOpen={mayOpen} />
          <span className="sr-row-number sr-num">{row.mobile}</span>
        </span>
      ) : (
        <VisitorName row={row} mayOpen={mayOpen} />
      ),
    ),
  },
  ...(isTight ? [] : [mobileColumn]),
  {
    key: 'owner',
    title: '客户经理',
    width: 96,
    least: 80,
    most: 140,
    ...cutText<DeskRow>('48px', (row) => row.deal.ownerName),
  },
  {
    key: 'level',
    title: '意向级别',
    width: 84,
    least: 80,
    align: 'center',
    render: cell<DeskRow>('24px', (row) => <LevelChip level={row.deal.level} />),
  },
  {
    key: 'series',
    title: '意向车系',
    width: 168,
    least: 96,
    most: 320,
    ...cutText<DeskRow>('80%', (row) => row.deal.specName, isTight ? 2 : 1),
  },
  ...(isTight ? [] : [typeColumn]),
  ...datesOf(orderType, isTight),
]

const mobileColumn: Column = {
  key: 'mobile',
  title: '手机号',
  width: 116,
  most: 144,
  render: cell<DeskRow>('88px', (row) => <span className="sr-num">{row.mobile}</span>),
}

const typeColumn: Column = {
  key: 'type',
  title: '类型',
  width: 100,
  most: 120,
  render: cell<DeskRow>('56px', (row) => <VisitType type={row.type} isDriving={row.isDriving} />),
}

function datesOf(orderType: number, isTight: boolean): Column[] {
  const sorted = (key: string) => ({
    key,
    sorter: true,
    sortDirections: ['descend', 'ascend', 'descend'] as ('descend' | 'ascend')[],
    sortOrder:
      orderType === sorts[key]
        ? ('descend' as const)
        : orderType === (sorts[key] ?? 0) + 1
          ? ('ascend' as const)
          : null,
    width: 148,
    least: isTight ? 104 : 140,
    most: 160,
  })
  return [
    {
      ...sorted('createdDate'),
      title: '创建时间',
      least: 140,
      render: cell<DeskRow>('96px', (row) =>
        isTight ? (
          <span className="sr-row-who">
            <time className="sr-num">{formatMinute(row.createdDate)}</time>
            <VisitType type={row.type} isDriving={row.isDriving} />
          </span>
        ) : (
          <time className="sr-num">{formatMinute(row.createdDate)}</time>
        ),
      ),
    },
    {
      ...sorted('updatedDate'),
      title: '最近跟进',
      render: cell<DeskRow>('56px', (row) => (
        <RelativeTime at={row.updatedDate} none="未联系" className="sr-num" />
      )),
    },
    {
      ...sorted('nextFollowDate'),
      title: '下次跟进',
      render: cell<DeskRow>('80px', (row) => <DueCell at={row.nextFollowDate} />),
    },
  ]
}

/** Links to the file if the reader may see it; the front desk sees the visit, but not the work on the customer. */
export const VisitorName = ({
  row,
  mayOpen,
}: {
  row: Pick<DeskRow, 'customerId' | 'name' | 'isSeen'>
  mayOpen: boolean
}) =>
  mayOpen && row.isSeen ? (
    <CustomerName customerId={row.customerId} name={row.name} />
  ) : (
    <span className="sr-cut sr-visitor-name" title={row.name}>
      {row.name}
    </span>
  )

/** How the visit began, or that the customer is on a test drive now. */
export const VisitType = ({ type, isDriving = false }: { type: number; isDriving?: boolean }) => (
  <span className={`sr-visit-type sr-visit-type-${isDriving ? visitType.new : type}`}>
    {isDriving ? '试驾中' : typeNames[type]}
  </span>
)
