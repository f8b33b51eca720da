import type { TaskRow } from '@showroom/contract/task/task.schema'
import { useDictionaryText } from '../base/public'
import { ActivityIcon, remarkOf } from '../customer/public'
import { clockText } from '@showroom/contract/kernel/day'
import { formatDay, formatMinute } from '../ui/day'
import { RelativeTime } from '../ui/RelativeTime'
import { useNow } from '../ui/useNow'
import { dayWords, delayText, toneOf } from './task.labels'
import './task-cells.css'

interface CellProps {
  row: TaskRow
  /** Whether the task is completed: it then shows the day of completion. */
  isDone: boolean
}

/** The day and its distance; only overdue tasks show 逾期. */
export function DayCell({ row, isDone }: CellProps) {
  const { text: day, note } = dayWords(row.activityDate, useNow())
  const text = !isDone && row.minutes ? `${day} ${clockText(row.activityDate)}` : day
  const late = delayText(row, isDone)
  const at = isDone ? formatMinute(row.activityDate) : formatDay(row.activityDate)
  const tone = toneOf(row, isDone)
  return (
    <span className={`sr-task-day sr-task-day-${tone}`} title={at} data-urgency={tone}>
      <time className="sr-num" dateTime={at.replace(' ', 'T')}>
        {text}
      </time>
      {late ? (
        <span className={`sr-task-late ${isDone ? 'sr-task-late-done' : ''}`}>{late}</span>
      ) : (
        note && <span className="sr-task-day-note">{note}</span>
      )}
    </span>
  )
}

/** The kind of a task, with the hour of an appointment where no column of days shows it. */
export function KindCell({ type, hour }: { type: number; hour?: string | undefined }) {
  const typeText = useDictionaryText('activityTypes')
  return (
    <span className="sr-task-kind">
      <ActivityIcon type={type} />
      {typeText(type) || '跟进'}
      {hour && <time className="sr-num">{hour}</time>}
    </span>
  )
}

/** When the customer was last contacted, and two lines of the latest remark, with the full text in a tooltip; 已合并 for a task that a merge completed. */
export const ContentCell = ({
  row: { content: text, isMerged = false, lastFollowAt },
}: {
  row: Pick<TaskRow, 'content' | 'lastFollowAt'> & Partial<Pick<TaskRow, 'isMerged'>>
}) =>
  isMerged ? (
    <span className="sr-quiet" title="客户档案合并时保留了另一项计划">
      已合并
    </span>
  ) : text ? (
    <span className="sr-task-content sr-cut-two" title={text}>
      {lastFollowAt > 0 && (
        <span className="sr-quiet">
          <RelativeTime at={lastFollowAt} /> ·{' '}
        </span>
      )}
      {remarkOf(text)}
    </span>
  ) : (
    <span className="sr-quiet">尚未跟进</span>
  )
