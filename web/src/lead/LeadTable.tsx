import type { ClueRow } from '@showroom/contract/lead/list.schema'
import type { WorkHours } from '@showroom/contract/lead/lead.rules'
import { Link } from '@tanstack/react-router'
import { Table, type TableColumnsType } from 'antd'
import type { MouseEvent } from 'react'
import { paths } from '../app/paths'
import { formatMinute } from '../ui/day'
import { Cut } from '../ui/list/Cut'
import { meansRow } from '../ui/list/meansRow'
import { moveBetweenRows } from '../ui/list/moveBetweenRows'
import { boxesOf } from '../ui/list/useSelection'
import { cell, rowsOrWaiting, type Waiting } from '../ui/list/waiting'
import { ClockCell, LeadMarks, ResultChip, StatusCell } from './LeadCells'
import { levelOf, taskOf } from './lead.labels'
import { preloadLead } from './LeadDrawerLoader'
import { searchOf } from './lead.search'
import type { LeadFilterState } from './useLeadFilter'

interface LeadTableProps {
  rows: readonly ClueRow[] | undefined
  hours: WorkHours | undefined
  list: LeadFilterState
  /** Another page or filter is on its way; the rows are the old ones. */
  stale: boolean
  /** Nothing where rows cannot be selected. */
  selected: readonly number[] | undefined
  onSelect: (ids: number[]) => void
  empty: React.ReactNode
}

type Row = ClueRow | Waiting<'clueId'>

export function LeadTable(props: LeadTableProps) {
  const { rows, hours, list, stale, selected, onSelect, empty } = props
  const columns = columnsOf(list, hours)
  const open = (row: Row, event: MouseEvent): void => {
    if (!('waiting' in row) && meansRow(event)) list.show(list.filter, row.clueId, { push: true })
  }
  return (
    <Table<Row>
      className={`sr-list-table ${stale ? 'sr-stale' : ''}`}
      size="small"
      tableLayout="fixed"
      rowKey="clueId"
      columns={columns}
      dataSource={rowsOrWaiting(rows, 'clueId', list.filter.pageCount)}
      pagination={false}
      sticky
      scroll={{ x: selected ? 1192 : 1152 }}
      aria-busy={!rows || stale}
      locale={{ emptyText: empty }}
      {...(selected && { rowSelection: boxesOf(selected, onSelect) })}
      onRow={(row) => ({
        onClick: (event) => open(row, event),
        onPointerEnter: preloadLead,
        onKeyDown: moveBetweenRows,
        className: [
          'waiting' in row ? 'sr-row-waiting' : 'sr-row-link',
          row.clueId === list.clue && 'sr-row-open',
        ]
          .filter(Boolean)
          .join(' '),
      })}
    />
  )
}

const columnsOf = (list: LeadFilterState, hours: WorkHours | undefined): TableColumnsType<Row> => [
  {
    key: 'name',
    title: '客户',
    width: 232,
    fixed: 'start',
    render: cell<ClueRow>('70%', (row) => <LeadCell row={row} list={list} />),
  },
  {
    key: 'createdDate',
    title: '创建时间',
    width: 136,
    render: cell<ClueRow>('96px', (row) => <time className="sr-num">{formatMinute(row.createdDate)}</time>),
  },
  {
    key: 'status',
    title: '状态',
    width: 84,
    render: cell<ClueRow>('48px', (row) => <StatusCell status={row.status} />),
  },
  {
    key: 'task',
    title: '任务',
    width: 92,
    render: cell<ClueRow>('56px', (row) => <Cut text={taskOf(row)} />),
  },
  {
    key: 'result',
    title: '结果',
    width: 76,
    render: cell<ClueRow>('36px', (row) => <ResultChip found={row.clearStatus} />),
  },
  {
    key: 'clearSeconds',
    title: '清洗用时',
    width: 132,
    render: cell<ClueRow>('64px', (row) => <ClockCell row={row} hours={hours} what="清洗" />),
  },
  {
    key: 'followSeconds',
    title: '跟进用时',
    width: 132,
    render: cell<ClueRow>('64px', (row) => <ClockCell row={row} hours={hours} what="首次跟进" />),
  },
  {
    key: 'owner',
    title: '客户经理',
    width: 92,
    render: cell<ClueRow>('48px', (row) => <Cut text={row.ownerName} />),
  },
  {
    key: 'source',
    title: '来源',
    width: 112,
    render: cell<ClueRow>('64px', (row) => <Cut text={row.sourceName} />),
  },
  {
    key: 'clueLevel',
    title: '级别',
    width: 64,
    render: cell<ClueRow>('32px', ({ clueLevel }) => (
      <span className={`sr-lead-level sr-lead-level-${clueLevel}`}>{levelOf(clueLevel)}</span>
    )),
  },
]

function LeadCell({ row, list }: { row: ClueRow; list: LeadFilterState }) {
  return (
    <span className="sr-lead-cell">
      <Link
        className="sr-lead-name"
        to={paths.clueClear}
        search={{ ...searchOf(list.filter), clue: row.clueId } as never}
        state={{ keyword: list.keyword, opened: true }}
        resetScroll={false}
        title={row.name}
        data-row-link={row.clueId}
      >
        {row.name}
      </Link>
      <LeadMarks row={row} />
      <span className="sr-lead-phone sr-num">{row.phone}</span>
    </span>
  )
}
