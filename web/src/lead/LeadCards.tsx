import type { ClueRow } from '@showroom/contract/lead/list.schema'
import type { WorkHours } from '@showroom/contract/lead/lead.rules'
import { CardChoice, Cards } from '../ui/list/Cards'
import { RelativeTime } from '../ui/RelativeTime'
import { Countdown } from './Countdown'
import { deadlineOf } from './lead.countdown'
import { levelOf, taskOf } from './lead.labels'
import { LeadMarks, StatusCell } from './LeadCells'
import { LeadLink } from './LeadLink'
import type { LeadRowsProps } from './LeadTable'

/** The list on a phone: one card a lead, tap to open. */
export const LeadCards = ({ hours, list, selected, onSelect, ...rows }: LeadRowsProps) => (
  <Cards {...rows} idOf={({ clueId }) => clueId}>
    {(row) =>
      selected ? (
        <CardChoice id={row.clueId} name={row.name} selected={selected} onSelect={onSelect}>
          <CardLines row={row} hours={hours} />
        </CardChoice>
      ) : (
        <LeadLink row={row} list={list} className="sr-card">
          <CardLines row={row} hours={hours} />
        </LeadLink>
      )
    }
  </Cards>
)

function CardLines({ row, hours }: { row: ClueRow; hours: WorkHours | undefined }) {
  const deadline = deadlineOf(row, row.createdDate)
  return (
    <>
      <span className="sr-card-line">
        <span className="sr-row-name">{row.name}</span>
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
