import type { TaskRow } from '@showroom/contract/task/task.schema'
import { TaskCountsQuery } from '@showroom/contract/task/task.schema'
import { taskActivity, taskFilter } from '@showroom/contract/task/task.rules'
import { daysFromToday, formatDay } from '../ui/day'
import type { DayRange } from '../ui/form/DayPicker'
import { relativeDay } from '../ui/RelativeTime'

/** The list's fixed texts, shorter on a phone. */
export const activityTabs = [
  { value: taskActivity.all, label: '全部', short: '全部' },
  { value: taskActivity.phone, label: '沟通', short: '沟通' },
  { value: taskActivity.visit, label: '到店', short: '到店' },
  { value: taskActivity.testDrive, label: '试驾', short: '试驾' },
] as const

export const filterTabs = [
  { value: taskFilter.today, label: '今日到期', short: '今日' },
  { value: taskFilter.pending, label: '全部待跟进', short: '待跟进' },
  { value: taskFilter.overdue, label: '已逾期', short: '逾期' },
  { value: taskFilter.completed, label: '已完成', short: '完成' },
] as const

/** The contract's error for a range of completion dates, or ''. */
export function completedProblem(range: DayRange | undefined): string {
  const { error } = TaskCountsQuery.safeParse({ dateStart: range?.start, dateEnd: range?.end })
  return error?.issues[0]?.message ?? ''
}

/** The urgency of a task; a completed one has none. */
export function toneOf(row: TaskRow, done: boolean): 'overdue' | 'due' | 'later' | 'done' {
  if (done) return 'done'
  if (row.isDelay) return 'overdue'
  return daysFromToday(row.activityDate) === 0 ? 'due' : 'later'
}

/** The day and its distance. */
export function dayWords(at: number, now: number): { text: string; note: string } {
  const text = formatDay(at)
  const note = relativeDay(at, now)
  return { text, note: note === text ? '' : note }
}

/** The overdue flag in words; empty for a task in time. */
export function delayText(row: TaskRow, done: boolean): string {
  if (!row.isDelay) return ''
  return done ? '逾期完成' : `逾期${-daysFromToday(row.activityDate)}天`
}
