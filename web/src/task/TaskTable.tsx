import type { TaskRow } from '@showroom/contract/task/task.schema'
import { Button, type TableColumnsType, type TableColumnType } from 'antd'
import { CustomerName, LevelChip, useRowToCustomer } from '../customer/public'
import { Cut } from '../ui/list/Cut'
import { useCompact } from '../ui/list/listSpace'
import { ListTable } from '../ui/list/ListTable'
import { cell, type ShownRows, type Waiting } from '../ui/list/waiting'
import { ContentCell, DayCell, DelayFlag, KindCell } from './TaskCells'
import { TaskDrawer } from './TaskDrawerLoader'
import type { TaskListState } from './task.fields'

export interface TaskRowsProps extends ShownRows<TaskRow> {
  list: TaskListState
  /** The completed tab: nothing is to be done there. */
  isDone: boolean
}

type Row = TaskRow | Waiting<'activityId'>

export function TaskTable({ list, isDone, ...rows }: TaskRowsProps) {
  const isCompact = useCompact()
  return (
    <ListTable<TaskRow, 'activityId'>
      {...rows}
      rowKey="activityId"
      columns={columnsOf(list, isDone, isCompact)}
      width={isCompact ? 820 : 1148}
      open={list.opened}
      rowProps={useRowToCustomer()}
    />
  )
}

function columnsOf(list: TaskListState, isDone: boolean, isCompact: boolean): TableColumnsType<Row> {
  const wide = (usual: number, compact: number): number => (isCompact ? compact : usual)
  return [
    {
      key: 'day',
      title: isDone ? '完成时间' : '跟进日期',
      width: wide(108, 76),
      render: cell<TaskRow>('80px', (row) => <DayCell row={row} isDone={isDone} />),
    },
    {
      key: 'customer',
      title: '客户',
      width: wide(152, 128),
      render: cell<TaskRow>('70%', (row) => <CustomerCell row={row} />),
    },
    {
      key: 'level',
      title: '级别',
      width: wide(60, 48),
      align: 'center',
      render: cell<TaskRow>('24px', (row) => <LevelChip level={row.level} />),
    },
    {
      key: 'owner',
      title: '客户经理',
      width: wide(92, 76),
      render: cell<TaskRow>('48px', (row) => <Cut text={row.ownerName} />),
    },
    {
      key: 'source',
      title: '客户来源',
      width: wide(108, 88),
      render: cell<TaskRow>('56px', (row) => <Cut text={row.sourceName} lines={2} />),
    },
    {
      key: 'kind',
      title: '任务类型',
      width: wide(100, 84),
      render: cell<TaskRow>('56px', (row) => <KindCell type={row.activityType} />),
    },
    {
      key: 'content',
      title: '最近跟进',
      // On a wide window all columns share the room; where it is scarce this one has what is left.
      ...(!isCompact && { width: 348 }),
      render: cell<TaskRow>('90%', (row) => <ContentCell text={row.content} />),
    },
    {
      key: 'late',
      title: '是否逾期',
      width: 100,
      render: cell<TaskRow>('40px', (row) =>
        row.isDelay ? <DelayFlag row={row} isDone={isDone} /> : <span className="sr-quiet">否</span>,
      ),
    },
    ...(isDone ? [] : [followColumn(list, wide(76, 68))]),
  ]
}

const followColumn = (list: TaskListState, width: number): TableColumnType<Row> => ({
  key: 'follow',
  title: <span className="sr-visually-hidden">操作</span>,
  width,
  align: 'end',
  fixed: 'end',
  render: cell<TaskRow>('40px', (row) => <FollowButton row={row} list={list} />),
})

const CustomerCell = ({ row }: { row: TaskRow }) => (
  <span className="sr-row-who">
    <CustomerName customerId={row.customerId} name={row.customerName} row={row.activityId} />
    <span className="sr-row-number sr-num">{row.customerMobile}</span>
  </span>
)

export const FollowButton = ({ row, list }: { row: TaskRow; list: TaskListState }) => (
  <Button
    size="small"
    className="sr-task-follow"
    aria-label={`跟进 ${row.customerName}`}
    onPointerEnter={TaskDrawer.preload}
    onFocus={TaskDrawer.preload}
    onClick={() => list.open(row.activityId, { push: true })}
  >
    跟进
  </Button>
)
