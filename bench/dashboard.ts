import { rooms } from '@showroom/contract'
import type { Call } from '@showroom/contract/kernel/call'
import type { Scenario } from './scenarios.ts'

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
]
