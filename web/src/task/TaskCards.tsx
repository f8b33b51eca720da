import type { TaskRow } from '@showroom/contract/task/task.schema'
import { Link } from '@tanstack/react-router'
import { paths } from '../app/paths'
import { LevelChip } from '../customer/public'
import { WaitingCards } from '../ui/list/waiting'
import { ContentCell, DayCell, DelayFlag, KindCell } from './TaskCells'
import { FollowButton, type TaskRowsProps } from './TaskTable'

/** The list on a phone: one card a task. The card opens the customer, its button the follow-up. */
export function TaskCards({ rows, list, isDone, stale, empty }: TaskRowsProps) {
  if (!rows) return <WaitingCards count={list.filter.pageCount} />
  if (rows.length === 0) return <div className="sr-panel">{empty}</div>
  return (
    <ul className={`sr-cards ${stale ? 'sr-stale' : ''}`}>
      {rows.map((row) => (
        <li key={row.activityId} className="sr-card sr-task-card">
          <CardLink row={row} isDone={isDone} />
          <span className="sr-card-line">
            <KindCell type={row.activityType} />
            <DelayFlag row={row} isDone={isDone} />
            <span className="sr-cut sr-quiet">{row.ownerName}</span>
            {!isDone && (
              <span className="sr-card-end">
                <FollowButton row={row} list={list} />
              </span>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}

const CardLink = ({ row, isDone }: { row: TaskRow; isDone: boolean }) => (
  <Link className="sr-task-card-link" to={paths.customer} params={{ customerId: String(row.customerId) }}>
    <span className="sr-card-line">
      <span className="sr-task-name">{row.customerName}</span>
      <LevelChip level={row.level} />
      <span className="sr-card-end">
        <DayCell row={row} isDone={isDone} />
      </span>
    </span>
    <span className="sr-card-line sr-quiet">
      <span className="sr-num">{row.customerMobile}</span>
      <span className="sr-cut">{row.sourceName}</span>
    </span>
    <ContentCell text={row.content} />
  </Link>
)
