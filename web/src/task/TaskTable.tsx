import type { TaskRow } from '@showroom/contract/task/task.schema'
import { Button, type TableColumnsType } from 'antd'
import { CustomerName, LevelChip, useRowToCustomer } from '../customer/public'
import { Cut } from '../ui/list/Cut'
import { ListTable } from '../ui/list/ListTable'
import { cell, type ShownRows, type Waiting } from '../ui/list/waiting'
import { ContentCell, DayCell, DelayFlag, KindCell } from './TaskCells'
import { preloadFollow } from './TaskDrawerLoader'
import type { TaskFilterState } from './useTaskFilter'

export interface TaskRowsProps extends ShownRows<TaskRow> {
  list: TaskFilterState
  /** The completed tab: nothing is to be done there. */
  isDone: boolean
}

type Row = TaskRow | Waiting<'activityId'>

export const TaskTable = ({ list, isDone, ...rows }: TaskRowsProps) => (
  <ListTable<TaskRow, 'activityId'>
    {...rows}
    rowKey="activityId"
    columns={columnsOf(list, isDone)}
    width={isDone ? 1000 : 1072}
    open={list.at}
    rowProps={useRowToCustomer()}
  />
)

const columnsOf = (list: TaskFilterState, isDone: boolean): TableColumnsType<Row> => [
  {
    key: 'day',
    title: isDone ? '完成时间' : '跟进日期',
    width: 116,
    render: cell<TaskRow>('80px', (row) => <DayCell row={row} isDone={isDone} />),
  },
  {
    key: 'customer',
    title: '客户',
    width: 216,
    render: cell<TaskRow>('70%', (row) => <CustomerCell row={row} />),
  },
  {
    key: 'level',
    title: '级别',
    width: 60,
    align: 'center',
    render: cell<TaskRow>('24px', (row) => <LevelChip level={row.level} />),
  },
  {
    key: 'owner',
    title: '客户经理',
    width: 92,
    render: cell<TaskRow>('48px', (row) => <Cut text={row.ownerName} />),
  },
  {
    key: 'source',
    title: '客户来源',
    width: 104,
    render: cell<TaskRow>('56px', (row) => <Cut text={row.sourceName} />),
  },
  {
    key: 'kind',
    title: '任务类型',
    width: 100,
    render: cell<TaskRow>('56px', (row) => <KindCell type={row.activityType} />),
  },
  {
    key: 'content',
    title: '最近跟进',
    render: cell<TaskRow>('90%', (row) => <ContentCell text={row.content} />),
  },
  {
    key: 'late',
    title: '是否逾期',
    width: 96,
    render: cell<TaskRow>('40px', (row) =>
      row.isDelay ? <DelayFlag row={row} isDone={isDone} /> : <span className="sr-quiet">否</span>,
    ),
  },
  ...(isDone
    ? []
    : [
        {
          key: 'follow',
          title: <span className="sr-visually-hidden">操作</span>,
          width: 76,
          align: 'end' as const,
          fixed: 'end' as const,
          render: cell<TaskRow>('40px', (row) => <FollowButton row={row} list={list} />),
        },
      ]),
]

const CustomerCell = ({ row }: { row: TaskRow }) => (
  <span className="sr-row-cell">
    <CustomerName customerId={row.customerId} name={row.customerName} row={row.activityId} />
    <span className="sr-row-number sr-num">{row.customerMobile}</span>
  </span>
)

export const FollowButton = ({ row, list }: { row: TaskRow; list: TaskFilterState }) => (
  <Button
    size="small"
    className="sr-task-follow"
    aria-label={`跟进 ${row.customerName}`}
    onPointerEnter={preloadFollow}
    onFocus={preloadFollow}
    onClick={() => list.follow(row.activityId, { push: true })}
  >
    跟进
  </Button>
)
