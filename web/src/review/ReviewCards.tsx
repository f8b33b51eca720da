import { DownOutlined } from '@ant-design/icons'
import type { FailRow } from '@showroom/contract/review/list.schema'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { CustomerName, LevelChip } from '../customer/public'
import { Cards, CardTick } from '../ui/list/Cards'
import type { Choosing } from '../ui/list/table/useSelection'
import { Decide, type Decisions } from './Decide'
import { Doubts } from './Doubts'
import { crossRecallText, nameOf } from './review.labels'
import { ReviewEvidence } from './ReviewEvidence'
import { Decision, type ReviewRowsProps, whyAlone } from './ReviewTable'

/** The list on narrow screens: one card per request. */
export const ReviewCards = ({
  decisions,
  opened,
  onOpen,
  selected,
  onSelect,
  ...rows
}: ReviewRowsProps & Choosing) => (
  <Cards {...rows} idOf={({ requestId }) => requestId}>
    {(row) => {
      const open = opened.includes(row.requestId)
      const others = opened.filter((id) => id !== row.requestId)
      return (
        <ReviewCard
          row={row}
          open={open}
          onToggle={() => onOpen(open ? others : [...others, row.requestId])}
          decisions={decisions}
          tick={
            selected && whyAlone(row) === '' ? (
              <CardTick id={row.requestId} name={nameOf(row)} selected={selected} onSelect={onSelect} />
            ) : null
          }
        />
      )
    }}
  </Cards>
)

interface ReviewCardProps {
  row: FailRow
  open: boolean
  onToggle: () => void
  decisions: Decisions | undefined
  /** The checkbox, if the request can be decided with others. */
  tick: ReactNode
}

function ReviewCard({ row, open, onToggle, decisions, tick }: ReviewCardProps) {
  const id = `review-card-${row.requestId}`
  const recall = crossRecallText(row.crossRecall)
  return (
    <article className="sr-card sr-review-card" aria-label={nameOf(row)}>
      <span className="sr-card-line">
        {tick}
        <CustomerName customerId={row.customerId} name={nameOf(row)} />
        <LevelChip level={row.level} />
        <span className="sr-card-end sr-num">{row.mobile}</span>
      </span>
      <span className="sr-card-line sr-quiet">
        <time className="sr-num">{row.dateDisplay}</time>
        <span className="sr-card-end">
          <span className="sr-cut">
            {row.ownerName}
            {recall && ` · 交叉回访${recall}`}
          </span>
        </span>
      </span>
      <p className="sr-review-why sr-cut-two">{[row.reason, row.remark].filter(Boolean).join('：')}</p>
      <Doubts evidence={row.evidence} />
      <span className="sr-card-line">
        {row.state === 0 ? <Decide row={row} decisions={decisions} /> : <Decision row={row} />}
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
