import type { TaskRow } from '@showroom/contract/task/task.schema'
import { Link } from '@tanstack/react-router'
import { Button, Table, type TableColumnsType } from 'antd'
import type { ReactNode } from 'react'
import { paths } from '../app/paths'
import { LevelChip, useRowToCustomer } from '../customer/public'
import { Cut } from '../ui/list/Cut'
import { moveBetweenRows } from '../ui/list/moveBetweenRows'
import { cell, rowsOrWaiting, type Waiting } from '../ui/list/waiting'
import { ContentCell, DayCell, DelayFlag, KindCell } from './TaskCells'
import { preloadFollow } from './TaskDrawerLoader'
import type { TaskFilterState } from './useTaskFilter'

export interface TaskRowsProps {
  rows: readonly TaskRow[] | undefined
  list: TaskFilterState
  /** The completed tab: nothing is to be done there. */
  isDone: boolean
  /** Another page or filter is on its way; the rows are the old ones. */
  stale: boolean
  empty: ReactNode
}

type Row = TaskRow | Waiting<'activityId'>

export function TaskTable({ rows, list, isDone, stale, empty }: TaskRowsProps) {
  const toCustomer = useRowToCustomer()
  return (
    <Table<Row>
      className={`sr-list-table ${stale ? 'sr-stale' : ''}`}
      size="small"
      tableLayout="fixed"
      rowKey="activityId"
      columns={columnsOf(list, isDone)}
      dataSource={rowsOrWaiting(rows, 'activityId', list.filter.pageCount)}
      pagination={false}
      sticky
      scroll={{ x: isDone ? 1000 : 1072 }}
      aria-busy={!rows || stale}
      locale={{ emptyText: empty }}
      onRow={(row) => ({
        ...toCustomer(row),
        onKeyDown: moveBetweenRows,
        className: [
          'waiting' in row ? 'sr-row-waiting' : 'sr-row-link',
          row.activityId === list.at && 'sr-row-open',
        ]
          .filter(Boolean)
          .join(' '),
      })}
    />
  )
}

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
  <span className="sr-task-customer">
    <Link
      className="sr-task-name"
      to={paths.customer}
      params={{ customerId: String(row.customerId) }}
      title={row.customerName}
      data-row-link={row.activityId}
    >
      {row.customerName}
    </Link>
    <span className="sr-task-mobile sr-num">{row.customerMobile}</span>
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
