import { RightOutlined } from '@ant-design/icons'
import type { FailRow } from '@showroom/contract/review/list.schema'
import { reviewTab } from '@showroom/contract/review/list.schema'
import { Link } from '@tanstack/react-router'
import { Button, Table, type TableColumnsType } from 'antd'
import type { MouseEvent, ReactNode } from 'react'
import { paths } from '../app/paths'
import { LevelChip } from '../customer/public'
import { Cut } from '../ui/list/Cut'
import { meansRow } from '../ui/list/meansRow'
import { moveBetweenRows } from '../ui/list/moveBetweenRows'
import { cell, rowsOrWaiting, type Waiting } from '../ui/list/waiting'
import { Decide, type Decisions } from './Decide'
import { Doubts } from './Doubts'
import { crossRecallText, decisionText, nameOf } from './review.labels'
import type { ReviewFilter } from './review.search'
import { ReviewEvidence } from './ReviewEvidence'

interface ReviewTableProps {
  rows: readonly FailRow[] | undefined
  filter: ReviewFilter
  onSort: (orderType: number) => void
  /** Another page or filter is on its way; the rows are the old ones. */
  stale: boolean
  /** Nothing for who may only look. */
  decisions: Decisions | undefined
  /** Requests whose evidence is open. */
  opened: readonly number[]
  onOpen: (ids: number[]) => void
  empty: ReactNode
}

type Row = FailRow | Waiting<'requestId'>

export function ReviewTable(props: ReviewTableProps) {
  const { rows, filter, onSort, stale, opened, onOpen, empty } = props
  const toggle = (row: Row): void => {
    const id = row.requestId
    onOpen(opened.includes(id) ? opened.filter((other) => other !== id) : [...opened, id])
  }
  const pressed = (row: Row, event: MouseEvent): void => {
    if (!('waiting' in row) && meansRow(event)) toggle(row)
  }
  return (
    <Table<Row>
      className={`sr-list-table sr-review-table ${stale ? 'sr-stale' : ''}`}
      size="small"
      tableLayout="fixed"
      rowKey="requestId"
      columns={columnsOf(props, toggle)}
      dataSource={rowsOrWaiting(rows, 'requestId', filter.pageCount)}
      pagination={false}
      showSorterTooltip={false}
      sticky
      scroll={{ x: 1120 }}
      aria-busy={!rows || stale}
      locale={{
        emptyText: empty,
        triggerAsc: '按升序排列',
        triggerDesc: '按降序排列',
        cancelSort: '按降序排列',
      }}
      expandable={{
        expandedRowKeys: [...opened],
        expandedRowRender: evidenceOf,
        showExpandColumn: false,
      }}
      onRow={(row) => ({
        onClick: (event) => pressed(row, event),
        onKeyDown: moveBetweenRows,
        className: 'waiting' in row ? 'sr-row-waiting' : 'sr-row-link',
      })}
      onChange={(_pages, _filters, sorter) => onSort([sorter].flat()[0]?.order === 'ascend' ? 1 : 0)}
    />
  )
}

const evidenceOf = (row: Row): ReactNode =>
  'waiting' in row ? null : <ReviewEvidence row={row} id={evidenceId(row)} />

const evidenceId = ({ requestId }: FailRow): string => `review-evidence-${requestId}`

function columnsOf(
  { filter, decisions, opened }: ReviewTableProps,
  toggle: (row: Row) => void,
): TableColumnsType<Row> {
  const finished = filter.type === reviewTab.finished
  const columns: TableColumnsType<Row> = [
    {
      key: 'customer',
      title: '客户',
      width: 184,
      fixed: 'start',
      render: cell<FailRow>('70%', (row) => (
        <CustomerCell row={row} open={opened.includes(row.requestId)} onToggle={() => toggle(row)} />
      )),
    },
    {
      key: 'date',
      title: finished ? '审核时间' : '跟进时间',
      width: 140,
      sorter: true,
      sortDirections: ['descend', 'ascend', 'descend'],
      sortOrder: filter.orderType === 1 ? 'ascend' : 'descend',
      render: cell<FailRow>('104px', (row) => <time className="sr-num">{row.dateDisplay}</time>),
    },
    {
      key: 'owner',
      title: '客户经理',
      width: 84,
      render: cell<FailRow>('48px', (row) => <Cut text={row.ownerName} />),
    },
    {
      key: 'recall',
      title: '交叉回访',
      width: 76,
      render: cell<FailRow>('16px', (row) => crossRecallText(row.crossRecall)),
    },
    {
      key: 'reason',
      title: '战败原因',
      width: 116,
      render: cell<FailRow>('64px', (row) => <Lines text={row.reason} />),
    },
    { key: 'desc', title: '最近跟进', render: cell<FailRow>('80%', (row) => <Lines text={row.desc} />) },
    {
      key: 'evidence',
      title: '跟进情况',
      width: 236,
      render: cell<FailRow>('90%', (row) => <Doubts evidence={row.evidence} />),
    },
  ]
  if (finished)
    columns.push({
      key: 'decision',
      title: '审核结果',
      width: 132,
      render: cell<FailRow>('72px', (row) => <Decision row={row} />),
    })
  else if (decisions)
    columns.push({
      key: 'decide',
      title: '操作',
      width: 128,
      fixed: 'end',
      render: cell<FailRow>('88px', (row) => <Decide row={row} decisions={decisions} />),
    })
  return columns
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
      <Link
        className="sr-review-name"
        to={paths.customer}
        params={{ customerId: String(row.customerId) }}
        title={nameOf(row)}
        data-row-link
      >
        {nameOf(row)}
      </Link>
      <LevelChip level={row.level} />
      <span className="sr-review-mobile sr-num">{row.mobile}</span>
    </span>
  )
}

/** Two lines of text; the whole of it is in the tooltip. */
const Lines = ({ text }: { text: string }) =>
  text ? (
    <span className="sr-review-lines" title={text}>
      {text}
    </span>
  ) : (
    <span className="sr-quiet">—</span>
  )

export const Decision = ({ row }: { row: FailRow }) => (
  <span
    className={`sr-status ${row.state === 1 ? 'sr-status-plain' : 'sr-status-due'}`}
    title={row.reviewRemark}
  >
    {decisionText(row)}
  </span>
)
