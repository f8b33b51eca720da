import { DownOutlined } from '@ant-design/icons'
import type { FailRow } from '@showroom/contract/review/list.schema'
import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { paths } from '../app/paths'
import { LevelChip } from '../customer/public'
import { WaitingCards } from '../ui/list/waiting'
import { Decide, type Decisions } from './Decide'
import { Doubts } from './Doubts'
import { crossRecallText, nameOf } from './review.labels'
import { ReviewEvidence } from './ReviewEvidence'
import { Decision } from './ReviewTable'

interface ReviewCardsProps {
  rows: readonly FailRow[] | undefined
  /** Another page or filter is on its way; the rows are the old ones. */
  stale: boolean
  /** How many cards stand in for the rows until they are there. */
  count: number
  decisions: Decisions | undefined
  opened: readonly number[]
  onOpen: (ids: number[]) => void
  empty: ReactNode
}

/** The list on a phone: one card a request. */
export function ReviewCards({ rows, stale, count, decisions, opened, onOpen, empty }: ReviewCardsProps) {
  if (!rows) return <WaitingCards count={count} />
  if (rows.length === 0) return <>{empty}</>
  return (
    <ul className={`sr-cards ${stale ? 'sr-stale' : ''}`}>
      {rows.map((row) => {
        const open = opened.includes(row.requestId)
        const others = opened.filter((id) => id !== row.requestId)
        return (
          <li key={row.requestId}>
            <ReviewCard
              row={row}
              open={open}
              onToggle={() => onOpen(open ? others : [...others, row.requestId])}
              decisions={decisions}
            />
          </li>
        )
      })}
    </ul>
  )
}

interface ReviewCardProps {
  row: FailRow
  open: boolean
  onToggle: () => void
  decisions: Decisions | undefined
}

function ReviewCard({ row, open, onToggle, decisions }: ReviewCardProps) {
  const id = `review-card-${row.requestId}`
  return (
    <article className="sr-card sr-review-card" aria-label={nameOf(row)}>
      <span className="sr-card-line">
        <Link
          className="sr-review-name"
          to={paths.customer}
          params={{ customerId: String(row.customerId) }}
          data-row-link
        >
          {nameOf(row)}
        </Link>
        <LevelChip level={row.level} />
        <span className="sr-card-end sr-num">{row.mobile}</span>
      </span>
      <span className="sr-card-line sr-quiet">
        <time className="sr-num">{row.dateDisplay}</time>
        <span className="sr-card-end">
          {row.ownerName} · 交叉回访{crossRecallText(row.crossRecall)}
        </span>
      </span>
      <p className="sr-review-why sr-review-lines">{[row.reason, row.remark].filter(Boolean).join('：')}</p>
      <Doubts evidence={row.evidence} />
      <span className="sr-card-line">
        {row.state === 0 ? (
          decisions && <Decide row={row} decisions={decisions} large />
        ) : (
          <Decision row={row} />
        )}
        <Button
          type="text"
          size="small"
          className="sr-card-end"
          icon={<DownOutlined className={open ? 'sr-turned' : ''} />}
          iconPlacement="end"
          aria-expanded={open}
          {...(open && { 'aria-controls': id })}
          aria-label={`${nameOf(row)} 的跟进情况`}
          onClick={onToggle}
        >
          跟进情况
        </Button>
      </span>
      {open && <ReviewEvidence row={row} id={id} />}
    </article>
  )
}
