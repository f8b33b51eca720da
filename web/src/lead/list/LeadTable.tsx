import type { ClueRow } from '@showroom/contract/lead/list.schema'
import { leadTab, type LeadTimes } from '@showroom/contract/lead/lead.rules'
import { listsWaiting } from '@showroom/contract/lead/list.rules'
import type { MouseEvent } from 'react'
import { formatMinute } from '../../ui/day'
import type { ListColumn } from '../../ui/list/table/columns'
import { cutText, growsFor } from '../../ui/list/table/Cut'
import { ListTable } from '../../ui/list/table/ListTable'
import { stableMemo } from '../../ui/stableMemo'
import { momentOrderOf, momentSort } from '../../ui/list/table/momentSort'
import { meansRow } from '../../ui/list/table/meansRow'
import { cell, type ShownRows, type Waiting } from '../../ui/list/table/waiting'
import { windowUnder } from '../../ui/useNarrow'
import { ClockCell, LeadMarks, ReasonText, ResultChip, StatusCell } from './LeadCells'
import type { LeadListState } from './lead.fields'
import { levelOf, taskOf } from '../lead.labels'
import { LeadDrawer } from '../drawer/LeadDrawerLoader'
import { LeadLink } from '../LeadLink'

export interface LeadRowsProps extends ShownRows<ClueRow> {
  hours: LeadTimes | undefined
  list: LeadListState
}

type Row = ClueRow | Waiting<'clueId'>
type Column = ListColumn<Row>

const boxes = { nameOf: ({ name }: ClueRow) => name }

export const LeadTable = stableMemo(function LeadTable({ hours, list, ...rows }: LeadRowsProps) {
  const tight = useTight()
  const open = (row: Row, event: MouseEvent): void => {
    if (!('waiting' in row) && meansRow(event)) list.open(row.clueId, { push: true })
  }
  const columns = columnsOf(list, hours, tight)
  return (
    <ListTable<ClueRow, 'clueId'>
      {...rows}
      boxes={boxes}
      rowKey="clueId"
      columns={columns}
      open={list.opened}
      onChange={(_pages, _filters, sorter) => list.change({ orderType: momentOrderOf(sorter) })}
      rowProps={(row) => ({ onClick: (event) => open(row, event), onPointerEnter: LeadDrawer.preload })}
    />
  )
})

/** Below this width the tabs with the most columns hide the series. */
const useTight = windowUnder(1440)

/** Tabs that show each lead's outcome have more columns than the others. */
const tellsOutcome = (tab: number): boolean => tab === leadTab.valid || tab === leadTab.all

/** All columns, for tabs that mix leads with different outcomes. */
const outcome = [
  'name',
  'phone',
  'created',
  'status',
  'task',
  'result',
  'owner',
  'source',
  'level',
  'clear',
  'follow',
  'series',
] as const satisfies readonly ColumnKey[]

/** Columns whose values differ between the leads of a tab. */
const shownOn: Readonly<Record<number, readonly ColumnKey[]>> = {
  [leadTab.waiting]: ['name', 'phone', 'created', 'clear', 'series', 'remark', 'source', 'level'],
  [leadTab.unassigned]: ['name', 'phone', 'created', 'clear', 'series', 'remark', 'source', 'level'],
  [leadTab.valid]: outcome,
  [leadTab.invalid]: ['name', 'phone', 'created', 'reason', 'clear', 'series', 'source', 'level'],
  [leadTab.unreachable]: ['name', 'phone', 'created', 'clear', 'series', 'note', 'remark', 'source', 'level'],
  [leadTab.all]: outcome,
}

/** All columns of a tab. Columns that are empty or the same for all its leads are optional extras. */
function keysOn(tab: number): { key: ColumnKey; isExtra: boolean }[] {
  const usual = shownOn[tab] ?? []
  const extra = outcome.filter((key) => !usual.includes(key))
  const begin = usual.slice(0, 3)
  return [...begin, ...extra, ...usual.slice(3)].map((key) => ({ key, isExtra: !usual.includes(key) }))
}

function columnsOf(list: LeadListState, hours: LeadTimes | undefined, tight: boolean): Column[] {
  const { activityType: tab, orderType } = list.filter
  const all = { ...plainColumns, ...columnsFor(list, hours) }
  return keysOn(tab)
    .filter(({ key }) => !(tight && key === 'series' && tellsOutcome(tab)))
    .map(({ key, isExtra }) => ({
      key,
      isExtra,
      ...all[key],
      ...(key === 'created' && momentSort(orderType, listsWaiting(list.filter))),
    }))
}

type Part = Omit<Column, 'key'>

/** Columns that depend on the list's filters or working hours. */
const columnsFor = (list: LeadListState, hours: LeadTimes | undefined) =>
  ({
    name: {
      title: '客户',
      width: 148,
      least: 120,
      most: 216,
      fixed: 'start',
      isNeeded: true,
      text: growsFor<ClueRow>(({ name, lacksMobile }) => `${name}  ${lacksMobile ? '无手机号' : '撞单'}`),
      render: cell<ClueRow>('70%', (row) => <LeadCell row={row} list={list} />),
    },
    clear: {
      title: '清洗用时',
      width: 124,
      most: 164,
      least: 104,
      render: cell<ClueRow>('64px', (row) => <ClockCell row={row} hours={hours} what="清洗" />),
    },
    follow: {
      title: '跟进用时',
      width: 124,
      most: 164,
      least: 104,
      render: cell<ClueRow>('64px', (row) => <ClockCell row={row} hours={hours} what="首次跟进" />),
    },
  }) as const satisfies Record<string, Part>

const plainColumns = {
  phone: {
    title: '手机号',
    width: 112,
    most: 128,
    render: cell<ClueRow>('88px', ({ phone }) => <span className="sr-num">{phone}</span>),
  },
  created: {
    title: '创建时间',
    width: 136,
    most: 152,
    render: cell<ClueRow>('80px', ({ createdDate }) => (
      <time className="sr-num">{formatMinute(createdDate)}</time>
    )),
  },
  status: {
    title: '状态',
    width: 76,
    most: 112,
    render: cell<ClueRow>('48px', (row) => <StatusCell status={row.status} />),
  },
  task: {
    title: '任务',
    width: 86,
    most: 132,
    ...cutText<ClueRow>('56px', (row) => taskOf(row)),
  },
  result: {
    title: '结果',
    width: 64,
    most: 96,
    render: cell<ClueRow>('36px', (row) => <ResultChip result={row.clearStatus} />),
  },
  owner: {
    title: '客户经理',
    width: 76,
    most: 112,
    ...cutText<ClueRow>('48px', (row) => row.ownerName),
  },
  series: {
    title: '意向车系',
    width: 108,
    least: 92,
    most: 200,
    ...cutText<ClueRow>('56px', (row) => row.seriesName),
  },
  remark: {
    title: '客户留言',
    width: 260,
    least: 140,
    most: 420,
    ...cutText<ClueRow>('70%', (row) => row.remark),
  },
  note: {
    title: '处理备注',
    width: 220,
    least: 140,
    most: 420,
    ...cutText<ClueRow>('70%', (row) => row.clearRemark),
  },
  reason: {
    title: '无效理由',
    width: 260,
    least: 140,
    most: 480,
    render: cell<ClueRow>('50%', (row) => <ReasonText row={row} />),
  },
  source: {
    title: '网络来源',
    width: 100,
    most: 140,
    ...cutText<ClueRow>('64px', (row) => row.sourceName),
  },
  level: {
    title: '线索级别',
    width: 80,
    most: 88,
    render: cell<ClueRow>('32px', ({ clueLevel }) => (
      <span className={`sr-lead-level sr-lead-level-${clueLevel}`}>{levelOf(clueLevel)}</span>
    )),
  },
} as const satisfies Record<string, Part>

type ColumnKey = keyof typeof plainColumns | keyof ReturnType<typeof columnsFor>

const LeadCell = ({ row, list }: { row: ClueRow; list: LeadListState }) => (
  <span className="sr-row-cell">
    <LeadLink row={row} list={list} className="sr-row-name" title={row.name}>
      {row.name}
    </LeadLink>
    <LeadMarks row={row} />
  </span>
)
