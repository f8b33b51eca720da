import type { ClueRow } from '@showroom/contract/lead/list.schema'
import { leadStatus, leadTab, type LeadTimes } from '@showroom/contract/lead/lead.rules'
import { CardChoice, Cards } from '../../ui/list/Cards'
import { RelativeTime } from '../../ui/RelativeTime'
import { Countdown } from '../queue/Countdown'
import { deadlineOf } from '../queue/lead.countdown'
import { levelOf, taskOf } from '../lead.labels'
import { LeadMarks, ReasonText, StatusCell } from './LeadCells'
import { LeadLink } from '../LeadLink'
import type { Choosing } from '../../ui/list/table/useSelection'
import type { LeadRowsProps } from './LeadTable'

/** The lead list on phones: one card per lead, tap to open. */
export function LeadCards({ hours, list, selected, onSelect, ...rows }: LeadRowsProps & Choosing) {
  const { activityType: tab } = list.filter
  return (
    <Cards {...rows} idOf={({ clueId }) => clueId}>
      {(row) =>
        selected ? (
          <CardChoice id={row.clueId} name={row.name} selected={selected} onSelect={onSelect}>
            <CardLines row={row} hours={hours} tab={tab} />
          </CardChoice>
        ) : (
          <LeadLink row={row} list={list} className="sr-card">
            <CardLines row={row} hours={hours} tab={tab} />
          </LeadLink>
        )
      }
    </Cards>
  )
}

interface CardLinesProps {
  row: ClueRow
  hours: LeadTimes | undefined
  tab: number
}

function CardLines({ row, hours, tab }: CardLinesProps) {
  const deadline = deadlineOf(row, row.createdDate, hours)
  return (
    <>
      <span className="sr-card-line">
        <span className="sr-row-name">{row.name}</span>
        <LeadMarks row={row} />
        <span className="sr-card-end">
          {deadline && hours ? (
            <Countdown deadline={deadline} hours={hours} />
          ) : (
            <RelativeTime at={row.createdDate} className="sr-quiet sr-num" isInside />
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
        {tellsState(tab) && (
          <StatusCell
            status={row.status}
            {...(row.status === leadStatus.completed && { text: taskOf(row) })}
          />
        )}
        {row.status === leadStatus.invalid ? (
          <ReasonText row={row} />
        ) : (
          row.remark && <span className="sr-cut">{row.remark}</span>
        )}
        <span className="sr-card-end sr-lead-from">
          <span className="sr-cut">{row.ownerName || row.sourceName}</span>
        </span>
      </span>
    </>
  )
}

/** On the other tabs all leads share the tab's state. */
const tellsState = (tab: number): boolean => tab === leadTab.valid || tab === leadTab.all
