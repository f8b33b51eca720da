import { formatDay } from '../../ui/day'
import { useNow } from '../../ui/useNow'
import { dueOf } from '../customer.labels'
import './due-cell.css'

/** The day of the next follow-up, red once overdue. */
export function DueCell({ at }: { at: number }) {
  const due = dueOf(at, useNow())
  if (!due) return <span className="sr-quiet">—</span>
  return (
    <span className={`sr-due sr-due-${due.tone}`} title={formatDay(at)} data-urgency={due.tone}>
      <time className="sr-num" dateTime={formatDay(at)}>
        {due.text}
      </time>
      {due.note && <span className="sr-due-note">{due.note}</span>}
    </span>
  )
}
