import type { ClueRow } from '@showroom/contract/lead/list.schema'
import type { WorkHours } from '@showroom/contract/lead/lead.rules'
import type { TableColumnsType } from 'antd'
import type { MouseEvent } from 'react'
import { formatMinute } from '../ui/day'
import { Cut } from '../ui/list/Cut'
import { ListTable } from '../ui/list/ListTable'
import { meansRow } from '../ui/list/meansRow'
import { boxesOf, type Choosing } from '../ui/list/useSelection'
import { cell, type ShownRows, type Waiting } from '../ui/list/waiting'
import { ClockCell, LeadMarks, ResultChip, StatusCell } from './LeadCells'
import { levelOf, taskOf } from './lead.labels'
import { preloadLead } from './LeadDrawerLoader'
import { LeadLink } from './LeadLink'
import type { LeadFilterState } from './useLeadFilter'

export interface LeadRowsProps extends ShownRows<ClueRow>, Choosing {
  hours: WorkHours | undefined
  list: LeadFilterState
}

type Row = ClueRow | Waiting<'clueId'>

export function LeadTable({ hours, list, selected, onSelect, ...rows }: LeadRowsProps) {
  const open = (row: Row, event: MouseEvent): void => {
    if (!('waiting' in row) && meansRow(event)) list.show(list.filter, row.clueId, { push: true })
  }
  return (
    <ListTable<ClueRow, 'clueId'>
      {...rows}
      {...boxesOf<Row>({ selected, onSelect })}
      rowKey="clueId"
      columns={columnsOf(list, hours)}
      width={selected ? 1192 : 1152}
      open={list.clue}
      rowProps={(row) => ({ onClick: (event) => open(row, event), onPointerEnter: preloadLead })}
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

const LeadCell = ({ row, list }: { row: ClueRow; list: LeadFilterState }) => (
  <span className="sr-row-cell">
    <LeadLink row={row} list={list} className="sr-row-name" title={row.name}>
      {row.name}
    </LeadLink>
    <LeadMarks row={row} />
    <span className="sr-row-number sr-num">{row.phone}</span>
  </span>
)
