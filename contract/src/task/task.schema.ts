import { z } from 'zod'
import { FilterAt } from '../kernel/dates.ts'
import { daySeconds, dayEnd, dayStart } from '../kernel/day.ts'
import { choice, dealerId, halfFilled, idList, keyword, page, wordList } from '../kernel/wire.ts'
import { maxSeries } from '../customer/customer.rules.ts'
import { completedMaxDays, taskFilter, taskOrder } from './task.rules.ts'

/** Follow-up tasks. */

const filters = {
  dealerId,
  activityType: choice(3),
  filterType: choice(3),
  saleIds: idList(200).default([]),
  seriesIds: idList(maxSeries).default([]),
  /** 0 all, 1 online, 2 offline. */
  fromType: choice(2),
  /** Comma-separated levels. */
  level: wordList(8).default([]),
  /** Part of the name, or digits of the mobile. */
  key: keyword,
  /** Days of completion, both included. If both are absent: the last 6 days, or with a key all time. Ignored on the other tabs. */
  dateStart: FilterAt,
  dateEnd: FilterAt,
}

type Range = { dateStart?: number; dateEnd?: number }
/** Allows at most a week of completed tasks; a range with one open end is too long. */
function withinWeek({ dateStart = 0, dateEnd = 0 }: Range): boolean {
  if (!dateStart && !dateEnd) return true
  return (
    dateStart > 0 && dateEnd > 0 && dayEnd(dateEnd) - dayStart(dateStart) <= completedMaxDays * daySeconds
  )
}
const tooLong = { path: ['dateStart'], message: '完成时间查询不能大于7天，请重新选择', ...halfFilled }

export const TaskListQuery = z
  .object({
    ...filters,
    ...page,
    /** One of `taskOrder`. */
    orderType: choice(Math.max(...Object.values(taskOrder))),
    /** 1: returns the total without rows. */
    onlyTotal: choice(1),
  })
  .refine((query) => query.filterType !== taskFilter.completed || withinWeek(query), tooLong)
export type TaskListQuery = z.output<typeof TaskListQuery>

export const TaskRow = z.object({
  activityId: z.number(),
  customerId: z.number(),
  /** The deal that it was planned in: an earlier one for a return visit after a delivery that another deal has followed. */
  dealId: z.number(),
  /** When the task is due, or was completed. */
  activityDate: z.number(),
  /** Length of an appointment by the hour; 0 while only the day is agreed. */
  minutes: z.number(),
  customerName: z.string(),
  /** Masked. */
  customerMobile: z.string(),
  level: z.string(),
  ownerName: z.string(),
  /** Names of the intended series, joined by 、. */
  specName: z.string(),
  /** The customer's last contact; 0 for none. */
  lastFollowAt: z.number(),
  /** Id and name of the source; for an online customer the name of the online source. */
  fromSource: z.number(),
  sourceName: z.string(),
  /** Planned activity; for a completed task the one done. */
  activityType: z.number(),
  /** The customer's latest follow-up, numbers masked; empty before the first. */
  content: z.string(),
  /** Overdue, or completed after its day. */
  isDelay: z.boolean(),
  /** Completed by a merge, which kept another plan (已合并): no contact was made. */
  isMerged: z.boolean(),
})
export type TaskRow = z.infer<typeof TaskRow>

export const TaskListAnswer = z.object({ data: z.array(TaskRow), total: z.number() })

/** Counts of all tabs in one response, under the filters of the list. */
export const TaskCountsQuery = z.object(filters).refine(withinWeek, tooLong)
export type TaskCountsQuery = z.output<typeof TaskCountsQuery>

export const TaskCounts = z.object({
  /** Counts of the chosen state, by activity tab 0-3. */
  byActivity: z.array(z.number()).length(4),
  /** Counts of the chosen activity, by state tab 0-3. */
  byFilter: z.array(z.number()).length(4),
})
export type TaskCounts = z.infer<typeof TaskCounts>
