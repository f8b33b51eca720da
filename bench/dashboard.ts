import { rooms } from '@showroom/contract'
import type { Call } from '@showroom/contract/kernel/call'
import { dayText } from '@showroom/contract/kernel/day'
import { periodStart } from '@showroom/contract/report/period.rules'
import { now, type Scenario } from './scenarios.ts'

/** The dashboard page: its numbers are cached until something changes, `due` is counted on each request. */

const one = (name: string, call: Call, more: Partial<Scenario> = {}): Scenario => ({
  name,
  call,
  bodies: async () => [{}],
  ...more,
})
const consultant = { by: 'consultant', textsDiffer: true } as const

export const dashboardScenarios: readonly Scenario[] = [
  one('dashboard: what is due', rooms.dashboard.due),
  one('dashboard: the work of today, a consultant', rooms.dashboard.today, consultant),
  one('dashboard: summary', rooms.dashboard.summary),
  one('dashboard: summary, a consultant', rooms.dashboard.summary, consultant),
  one('dashboard: trend', rooms.dashboard.trend),
  one('dashboard: places of all time', rooms.dashboard.places, { bodies: async () => [{ dateType: 0 }] }),
  one('dashboard: offline sources of the year', rooms.dashboard.storeSources, {
    bodies: async () => [{ dateType: 1 }],
  }),
  one('dashboard: team', rooms.dashboard.team),
  one('dashboard: what waits for a leader', rooms.dashboard.decisions, { textsDiffer: true }),
  one('dashboard: the month of a store', rooms.target.period, {
    bodies: async () => [{ month: dayText(now()).slice(0, 7) }],
  }),
  one('dashboard: stores side by side', rooms.dashboard.stores, {
    by: 'boss',
    // Two statements a store, of 300 stores.
    connections: 2,
    isOnce: true,
    bodies: async () => [{ dateType: 3, dateStart: periodStart(3, now()), dateEnd: now() }],
  }),
]
