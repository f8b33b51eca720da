import type { TimelineRow } from '@showroom/contract/customer/timeline.schema'
import { dayStart } from '@showroom/contract/kernel/day'
import { Clamped } from '../../ui/Clamped'
import { formatDay, formatMinute } from '../../ui/day'
import { weekdayOf } from '../../ui/dayText'
import { relativeDay, RelativeTime } from '../../ui/RelativeTime'
import { useNow } from '../../ui/useNow'
import { ActivityIcon } from '../fields/activityKinds'
import { LevelChip } from '../fields/LevelChip'
import { Recording } from './Recording'
import { SignedImages } from './SignedImages'
import { TimelineLinks } from './TimelineLinks'
import type { RowView } from './rowView'
import { useRowView } from './useRowView'
import './timeline.css'

interface TimelineRowsProps {
  rows: readonly TimelineRow[]
  /** True for rows added while the page is open. */
  isNew?: (row: TimelineRow) => boolean
}

/** Timeline rows, newest first, grouped by day: the day on the left, then the remark and the details. */
export const TimelineRows = ({ rows, isNew }: TimelineRowsProps) =>
  byDay(rows).map((day) => <Day key={day.start} {...day} isNew={isNew} />)

interface DayOfRows {
  start: number
  rows: TimelineRow[]
}

function byDay(rows: readonly TimelineRow[]): DayOfRows[] {
  const days: DayOfRows[] = []
  for (const row of rows) {
    const start = dayStart(row.createdAt)
    const last = days.at(-1)
    if (last?.start === start) last.rows.push(row)
    else days.push({ start, rows: [row] })
  }
  return days
}

function Day({ start, rows, isNew }: DayOfRows & { isNew: TimelineRowsProps['isNew'] }) {
  const now = useNow()
  const view = useRowView()
  return (
    <div className="sr-c-day">
      <p className="sr-c-day-when">
        <time dateTime={formatDay(start)}>{formatDay(start)}</time>
        <span>{nearDay(start, now)}</span>
      </p>
      <ol className="sr-c-day-rows" aria-label={formatDay(start)}>
        {rows.map((row) => (
          <Row
            key={row.id}
            row={row}
            view={view(row)}
            recent={now - row.createdAt < 3600}
            added={isNew?.(row) ?? false}
          />
        ))}
      </ol>
    </div>
  )
}

/** `今天`, `昨天` or `前天`, otherwise the weekday. */
function nearDay(at: number, now: number): string {
  const near = relativeDay(at, now)
  return /^[今昨前]天$/.test(near) ? near : weekdayOf(at)
}

interface RowProps {
  row: TimelineRow
  view: RowView
  recent: boolean
  added: boolean
}

function Row({ row, view, recent, added }: RowProps) {
  const { text, lines, chips, next } = view
  const images = row.images1.split(',').filter(Boolean)
  return (
    <li className={`sr-c-row ${added ? 'sr-c-row-new' : ''}`} data-row={row.id}>
      <ActivityIcon type={row.type} />
      <div className="sr-c-told">
        {text && <Clamped text={text} lines={4} grows className="sr-c-said" />}
        <p className={`sr-c-about ${text ? '' : 'sr-c-about-alone'}`}>
          <strong>{row.subject}</strong>
          {chips.map((chip) => (
            <span key={chip} className="sr-c-chip">
              {chip}
            </span>
          ))}
          {next && <Next {...next} />}
        </p>
        {lines.length > 0 && (
          <ul className="sr-c-changes">
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
        {row.audioUrl && <Recording url={row.audioUrl} />}
        <TimelineLinks row={row} />
        {images.length > 0 && <SignedImages urls={images} alt={row.subject} size={56} />}
      </div>
      <p className="sr-c-by">
        <LevelChip level={row.level} size="small" />
        <span className="sr-c-by-who" title={row.ownerName}>
          {row.ownerName}
        </span>
        {recent ? (
          <RelativeTime at={row.createdAt} className="sr-num" />
        ) : (
          <time
            className="sr-num"
            dateTime={new Date(row.createdAt * 1000).toISOString()}
            title={formatMinute(row.createdAt)}
          >
            {formatMinute(row.createdAt).slice(-5)}
          </time>
        )}
      </p>
    </li>
  )
}

/** The plan made then, in a quiet colour, since another may apply now. */
export function Next({ day, what }: NonNullable<RowView['next']>) {
  return (
    <span className="sr-c-then" title={`下次跟进：${day} ${what}`}>
      <span aria-hidden>→ </span>
      <span className="sr-visually-hidden">下次跟进 </span>
      {day} {what}
    </span>
  )
}
