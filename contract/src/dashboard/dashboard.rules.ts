import { dayEnd, dayStart, dayText, secondOfDay } from '../kernel/day.ts'
import { periodStart, wallDateType } from '../report/wall.rules.ts'

/** Rules of the dashboard (docs/product/dashboard.md). */

/** Ranges of the charts. */
export const dashboardDateType = { all: 0, year: 1, month: 2, week: 3, today: 4 } as const
export type DashboardDateType = (typeof dashboardDateType)[keyof typeof dashboardDateType]

/** Days on the trend chart, including today. */
export const trendDays = 30
/** Places listed in the distribution of customers. */
export const mostPlaces = 10
/** Hours of the day that count for the average cleaning time: from 9:00 until before 18:00. */
export const clearHours = { from: 9, until: 18 } as const
/** Number of the reader's next tasks shown. */
export const nextTasks = 8

/** Part of the tasks due this month that is listed: all, those done by their day, or the others. */
export const dueTasksPart = { all: 0, inTime: 1, late: 2 } as const

/** Test drives listed of today, of later days, and of those completed before today. */
export const mostTestDrives = { today: 100, planned: 30, recent: 10 } as const

/**
 * Whether the store has closed for the day, `HH:MM`. Before, an unfinished day would always look worse than the whole one before it, so the
 * page shows no change.
 */
export const isDayOver = (now: number, offTime: string): boolean =>
  now >= dayStart(now) + secondOfDay(offTime)

const yearStart = (seconds: number): number =>
  Date.parse(`${dayText(seconds).slice(0, 4)}-01-01T00:00:00+08:00`) / 1000

const starts: Readonly<Record<DashboardDateType, (now: number) => number>> = {
  [dashboardDateType.all]: () => 0,
  [dashboardDateType.year]: yearStart,
  [dashboardDateType.month]: (now) => periodStart(wallDateType.month, now),
  [dashboardDateType.week]: (now) => periodStart(wallDateType.week, now),
  [dashboardDateType.today]: dayStart,
}

/** The range until the end of today, half-open. Epoch seconds. */
export const dashboardSpan = (dateType: DashboardDateType, now: number) => ({
  from: starts[dateType](now),
  until: dayEnd(now),
})
