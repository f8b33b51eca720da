import { worksOnCustomers } from '@showroom/contract/customer/customer.rights'
import { clockText } from '@showroom/contract/kernel/day'
import type { TaskRow } from '@showroom/contract/task/task.schema'
import { taskFilter, taskOrder } from '@showroom/contract/task/task.rules'
import { CustomerName, FollowDrawer, LevelChip, useRowToCustomer } from '../customer/public'
import { may, seesOthers } from '../frame/areas'
import { useSession } from '../frame/session'
import type { ListColumn } from '../ui/list/table/columns'
import { cutText, growsFor } from '../ui/list/table/Cut'
import { actionColumn, RowButton } from '../ui/list/table/RowActions'
import { ListTable } from '../ui/list/table/ListTable'
import { stableMemo } from '../ui/stableMemo'
import { windowUnder } from '../ui/useNarrow'
import { cell, type ShownRows, type Waiting } from '../ui/list/table/waiting'
import { ContentCell, DayCell, KindCell } from './TaskCells'
import type { TaskListState } from './task.fields'

export interface TaskRowsProps extends ShownRows<TaskRow> {
  list: TaskListState
  /** The completed tab, whose tasks have no actions. */
  isDone: boolean
}

type Row = TaskRow | Waiting<'activityId'>
type Column = ListColumn<Row>

export const TaskTable = stableMemo(function TaskTable({ list, isDone, ...rows }: TaskRowsProps) {
  const session = useSession()
  return (
    <ListTable<TaskRow, 'activityId'>
      {...rows}
      rowKey="activityId"
      columns={columnsOf(list, {
        isDone,
        isLine: seesOthers(session),
        isWork: may(session, { may: worksOnCustomers }),
        isTight: useTight(),
      })}
      open={list.opened}
      rowProps={useRowToCustomer()}
      onChange={(_pages, _filters, sorter) => {
        const { columnKey, order } = [sorter].flat()[0] ?? {}
        list.change({ orderType: orderOf(columnKey, order ?? undefined, isDone) })
      }}
    />
  )
})

type Direction = 'ascend' | 'descend'

/** The call's order for a click on a column head. A third click on the day of open tasks returns to what comes next. */
function orderOf(key: unknown, direction: Direction | undefined, isDone: boolean): number {
  if (key === 'level') return direction === 'descend' ? taskOrder.byLevelReversed : taskOrder.byLevel
  if (direction === (isDone ? 'ascend' : 'descend')) return taskOrder.reversed
  return isDone || !direction ? taskOrder.usual : taskOrder.byDay
}

/** The sort mark of a column head for that order. */
function sorting(key: 'day' | 'level', orderType: number, isDone: boolean) {
  const first: Direction = key === 'day' && isDone ? 'descend' : 'ascend'
  const second: Direction = first === 'ascend' ? 'descend' : 'ascend'
  const sortDirection = [first, second].find((direction) => orderOf(key, direction, isDone) === orderType)
  const directions = key === 'day' && !isDone ? [first, second] : [first, second, first]
  return { sorter: true, sortDirections: directions, sortOrder: sortDirection ?? null }
}

interface Shape {
  isDone: boolean
  /** The list contains others' tasks. */
  isLine: boolean
  /** Too narrow for all columns: the series is left out. */
  isTight: boolean
  /** The member may follow up. */
  isWork: boolean
}

/** The visible columns: one with the same value in every row is left out. */
function columnsOf(list: TaskListState, { isDone, isLine, isWork, isTight }: Shape): Column[] {
  const { filterType, orderType } = list.filter
  const day: Column = {
    key: 'day',
    title: isDone ? '完成时间' : '跟进日期',
    width: 152,
    least: 144,
    most: 176,
    ...sorting('day', orderType, isDone),
    render: cell<TaskRow>('80px', (row) => <DayCell row={row} isDone={isDone} />),
  }
  const level: Column = {
    key: 'level',
    title: '意向级别',
    width: 100,
    least: 96,
    align: 'center',
    ...sorting('level', orderType, isDone),
    render: cell<TaskRow>('24px', (row) => <LevelChip level={row.level} />),
  }
  return [
    ...(filterType === taskFilter.today ? [] : [day]),
    customerColumn,
    level,
    ...(isLine ? [ownerColumn] : []),
    ...(isTight ? [] : [seriesColumn]),
    sourceColumn,
    kindColumn(filterType === taskFilter.today),
    contentColumn,
    ...(isWork && !isDone ? [followColumn(list)] : []),
  ]
}

const customerColumn: Column = {
  key: 'customer',
  title: '客户',
  width: 152,
  least: 124,
  most: 240,
  isNeeded: true,
  text: growsFor<TaskRow>((row) => row.customerName),
  render: cell<TaskRow>('70%', (row) => <CustomerCell row={row} />),
}

const ownerColumn: Column = {
  key: 'owner',
  title: '客户经理',
  width: 88,
  least: 80,
  most: 112,
  ...cutText<TaskRow>('48px', (row) => row.ownerName),
}

const seriesColumn: Column = {
  key: 'series',
  title: '意向车系',
  width: 120,
  least: 96,
  most: 200,
  ...cutText<TaskRow>('64px', (row) => row.specName, 2),
}

const useTight = windowUnder(1200)

const sourceColumn: Column = {
  key: 'source',
  title: '客户来源',
  width: 104,
  least: 88,
  most: 128,
  ...cutText<TaskRow>('56px', (row) => row.sourceName, 2),
}

const hourOf = ({ minutes, activityDate }: TaskRow): string | undefined =>
  minutes ? clockText(activityDate) : undefined

/** The list of today has no column of days. */
const kindColumn = (showsHour: boolean): Column => ({
  key: 'kind',
  title: '任务类型',
  width: 112,
  least: 104,
  most: 128,
  render: cell<TaskRow>('56px', (row) => (
    <KindCell type={row.activityType} hour={showsHour ? hourOf(row) : undefined} />
  )),
})

const contentColumn: Column = {
  key: 'content',
  title: '最近跟进',
  width: 348,
  least: 148,
  most: 720,
  render: cell<TaskRow>('90%', (row) => <ContentCell row={row} />),
}

const followColumn = (list: TaskListState): Column =>
  actionColumn({
    key: 'follow',
    width: 68,
    render: cell<TaskRow>('40px', (row) => <FollowButton row={row} list={list} />),
  })

const CustomerCell = ({ row }: { row: TaskRow }) => (
  <span className="sr-row-who">
    <CustomerName customerId={row.customerId} name={row.customerName} row={row.activityId} />
    <span className="sr-row-number sr-num">{row.customerMobile}</span>
  </span>
)

export const FollowButton = ({ row, list }: { row: TaskRow; list: TaskListState }) => (
  <RowButton
    className="sr-task-follow"
    aria-label={`跟进 ${row.customerName}`}
    onPointerEnter={FollowDrawer.preload}
    onFocus={FollowDrawer.preload}
    onClick={() => list.open(row.activityId, { push: true })}
  >
    跟进
  </RowButton>
)
