import type { ClueRow } from '@showroom/contract/lead/list.schema'
import type { WorkHours } from '@showroom/contract/lead/lead.rules'
import { Link } from '@tanstack/react-router'
import { Checkbox } from 'antd'
import type { ReactNode } from 'react'
import { paths } from '../app/paths'
import { WaitingCards } from '../ui/list/waiting'
import { RelativeTime } from '../ui/RelativeTime'
import { Countdown } from './Countdown'
import { deadlineOf } from './lead.countdown'
import { levelOf, taskOf } from './lead.labels'
import { LeadMarks, StatusCell } from './LeadCells'
import { searchOf } from './lead.search'
import type { LeadFilterState } from './useLeadFilter'

interface LeadCardsProps {
  rows: readonly ClueRow[] | undefined
  hours: WorkHours | undefined
  list: LeadFilterState
  stale: boolean
  /** The chosen ones, while one is choosing: then a tap ticks a card. */
  selected: readonly number[] | undefined
  onSelect: (ids: number[]) => void
  empty: ReactNode
}

/** The list on a phone: one card a lead, tap to open. */
export function LeadCards({ rows, hours, list, stale, selected, onSelect, empty }: LeadCardsProps) {
  if (!rows) return <WaitingCards count={list.filter.pageCount} />
  if (rows.length === 0) return <>{empty}</>
  const tick = (id: number, on: boolean): void =>
    onSelect([...(selected ?? []).filter((other) => other !== id), ...(on ? [id] : [])])
  return (
    <ul className={`sr-cards ${stale ? 'sr-stale' : ''}`}>
      {rows.map((row) => (
        <li key={row.clueId}>
          {selected ? (
            <Checkbox
              className="sr-card sr-card-choice"
              aria-label={`选择 ${row.name}`}
              checked={selected.includes(row.clueId)}
              onChange={(event) => tick(row.clueId, event.target.checked)}
            >
              <CardLines row={row} hours={hours} />
            </Checkbox>
          ) : (
            <Link
              className="sr-card"
              to={paths.clueClear}
              search={{ ...searchOf(list.filter), clue: row.clueId } as never}
              state={{ keyword: list.keyword, opened: true }}
              resetScroll={false}
              data-row-link={row.clueId}
            >
              <CardLines row={row} hours={hours} />
            </Link>
          )}
        </li>
      ))}
    </ul>
  )
}

function CardLines({ row, hours }: { row: ClueRow; hours: WorkHours | undefined }) {
  const deadline = deadlineOf(row, row.createdDate)
  return (
    <>
      <span className="sr-card-line">
        <span className="sr-lead-name">{row.name}</span>
        <LeadMarks row={row} />
        <span className="sr-card-end">
          {deadline && hours ? (
            <Countdown deadline={deadline} hours={hours} />
          ) : (
            <RelativeTime at={row.createdDate} className="sr-quiet sr-num" />
          )}
        </span>
      </span>
      <span className="sr-card-line sr-quiet">
        <span className="sr-num">{row.phone}</span>
        <span className="sr-cut">{row.seriesName}</span>
        <span className="sr-card-end">
          <span className={`sr-lead-level sr-lead-level-${row.clueLevel}`}>{levelOf(row.clueLevel)}</span>
        </span>
      </span>
      <span className="sr-card-line">
        <StatusCell status={row.status} />
        <span className="sr-quiet">{taskOf(row)}</span>
        <span className="sr-card-end sr-quiet">
          <span className="sr-cut">{row.ownerName || row.sourceName}</span>
        </span>
      </span>
    </>
  )
}
