import { RightOutlined } from '@ant-design/icons'
import type { FailRow } from '@showroom/contract/review/list.schema'
import { reviewTab } from '@showroom/contract/review/review.rules'
import { Button } from 'antd'
import type { MouseEvent, ReactNode } from 'react'
import { CustomerName, LevelChip } from '../customer/public'
import type { ListColumn } from '../ui/list/table/columns'
import { cutText } from '../ui/list/table/Cut'
import { useCompact } from '../ui/list/listSpace'
import { actionColumn } from '../ui/list/table/RowActions'
import { ListTable } from '../ui/list/table/ListTable'
import { stableMemo } from '../ui/stableMemo'
import { momentOrderOf, momentSort } from '../ui/list/table/momentSort'
import { meansRow } from '../ui/list/table/meansRow'
import { cell, type ShownRows, type Waiting } from '../ui/list/table/waiting'
import { Decide, type Decisions } from './Decide'
import { Doubts } from './Doubts'
import { crossRecallText, decisionText, nameOf } from './review.labels'
import type { ReviewFilter } from './review.fields'
import { ReviewEvidence } from './ReviewEvidence'

export interface ReviewRowsProps extends ShownRows<FailRow> {
  decisions: Decisions | undefined
  /** Requests with unfolded evidence. */
  opened: readonly number[]
  onOpen: (ids: number[]) => void
}

interface ReviewTableProps extends ReviewRowsProps {
  filter: ReviewFilter
  onSort: (orderType: number) => void
}

type Row = FailRow | Waiting<'requestId'>
type Column = ListColumn<Row>

export const ReviewTable = stableMemo(function ReviewTable(props: ReviewTableProps) {
  const { filter, onSort, decisions, opened, onOpen, ...rows } = props
  const isCompact = useCompact()
  const toggle = (row: Row): void => {
    const id = row.requestId
    onOpen(opened.includes(id) ? opened.filter((other) => other !== id) : [...opened, id])
  }
  const pressed = (row: Row, event: MouseEvent): void => {
    if (!('waiting' in row) && meansRow(event)) toggle(row)
  }
  return (
    <ListTable<FailRow, 'requestId'>
      {...rows}
      boxes={{ nameOf, barred: whyAlone }}
      className="sr-review-table"
      rowKey="requestId"
      columns={columnsOf({ filter, decisions, opened, isCompact }, toggle)}
      expandable={{
        expandedRowKeys: [...opened],
        expandedRowRender: evidenceOf,
        showExpandColumn: false,
      }}
      rowProps={(row) => ({ onClick: (event) => pressed(row, event) })}
      onChange={(_pages, _filters, sorter) => onSort(momentOrderOf(sorter))}
    />
  )
})

/** The reason against a joint decision: doubts must be read before agreeing. */
export const whyAlone = ({ evidence }: FailRow): string =>
  evidence.doubts.length > 0 ? `有疑点（${evidence.doubts.join('、')}），请单独审核` : ''

const evidenceOf = (row: Row): ReactNode =>
  'waiting' in row ? null : <ReviewEvidence row={row} id={evidenceId(row)} />

const evidenceId = ({ requestId }: FailRow): string => `review-evidence-${requestId}`

interface Shape extends Pick<ReviewTableProps, 'filter' | 'decisions' | 'opened'> {
  isCompact: boolean
}

/** Columns: requester, reason, decision and evidence. On narrow tables 战败原因 is above the latest follow-up. */
function columnsOf({ filter, decisions, opened, isCompact }: Shape, toggle: (row: Row) => void): Column[] {
  const finished = filter.type === reviewTab.finished
  const columns: Column[] = [
    {
      key: 'date',
      title: finished ? '审核时间' : '跟进时间',
      width: 140,
      least: 132,
      fixed: 'start',
      ...momentSort(filter.orderType, filter.type === reviewTab.pending),
      render: cell<FailRow>('80%', (row) => <time className="sr-review-time">{row.dateDisplay}</time>),
    },
    {
      key: 'customer',
      title: '客户',
      width: 184,
      least: 136,
      most: 240,
      fixed: 'start',
      isNeeded: true,
      render: cell<FailRow>('70%', (row) => (
        <CustomerCell row={row} open={opened.includes(row.requestId)} onToggle={() => toggle(row)} />
      )),
    },
    {
      key: 'owner',
      title: '客户经理',
      width: 84,
      least: 76,
      most: 112,
      ...cutText<FailRow>('48px', (row) => row.ownerName),
    },
    {
      key: 'recall',
      title: '交叉回访',
      width: 76,
      render: cell<FailRow>(
        '16px',
        (row) => crossRecallText(row.crossRecall) || <span className="sr-quiet">—</span>,
      ),
    },
    ...(isCompact ? [whyColumn] : whyColumns),
    {
      key: 'evidence',
      title: '跟进情况',
      width: 236,
      least: 156,
      most: 360,
      render: cell<FailRow>('90%', (row) => <Doubts evidence={row.evidence} />),
    },
  ]
  if (finished)
    columns.push({
      key: 'decision',
      title: '审核结果',
      width: 132,
      least: 120,
      most: 168,
      render: cell<FailRow>('72px', (row) => <Decision row={row} />),
    })
  else if (decisions)
    columns.push(
      actionColumn({
        key: 'decide',
        width: 128,
        render: cell<FailRow>('88px', (row) => <Decide row={row} decisions={decisions} />),
      }),
    )
  return columns
}

const whyColumns: Column[] = [
  {
    key: 'desc',
    title: '最近跟进',
    width: 184,
    most: 480,
    ...cutText<FailRow>('80%', (row) => row.desc, 2),
  },
  {
    key: 'reason',
    title: '战败原因',
    width: 116,
    most: 200,
    ...cutText<FailRow>('64px', (row) => row.reason, 2),
  },
]

const whyColumn: Column = {
  key: 'why',
  title: '战败原因、最近跟进',
  width: 260,
  least: 104,
  most: 480,
  render: cell<FailRow>('80%', (row) => (
    <>
      <span className="sr-review-reason">{row.reason || '—'}</span>
      {row.desc && (
        <span className="sr-review-desc sr-cut-two" title={row.desc}>
          {row.desc}
        </span>
      )}
    </>
  )),
}

interface CustomerCellProps {
  row: FailRow
  open: boolean
  onToggle: () => void
}

function CustomerCell({ row, open, onToggle }: CustomerCellProps) {
  return (
    <span className="sr-review-customer">
      <Button
        type="text"
        size="small"
        className="sr-review-toggle"
        icon={<RightOutlined className={open ? 'sr-review-turned' : ''} />}
        aria-expanded={open}
        {...(open && { 'aria-controls': evidenceId(row) })}
        aria-label={`${nameOf(row)} 的跟进情况`}
        onClick={onToggle}
      />
      <CustomerName customerId={row.customerId} name={nameOf(row)} />
      <LevelChip level={row.level} />
      <span className="sr-review-mobile sr-num">{row.mobile}</span>
    </span>
  )
}

export const Decision = ({ row }: { row: FailRow }) => (
  <span
    className={`sr-status sr-review-decision ${row.state === 1 ? 'sr-status-plain' : 'sr-status-due'}`}
    title={row.reviewRemark}
  >
    {decisionText(row)}
  </span>
)
