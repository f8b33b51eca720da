import { rooms } from '@showroom/contract'
import { addDays } from '@showroom/contract/kernel/day'
import { wallDateType, wallQueryType } from '@showroom/contract/report/wall.rules'
import { now } from './scenarios.ts'
import type { Scenario } from './scenarios.ts'

/** The dealer's big screen: as it hangs on a wall, and for a period that is not cached. */

const month = () => ({ dateType: wallDateType.month, startDate: now() })
const anyDay = () => ({
  dateType: wallDateType.day,
  startDate: addDays(now(), -Math.floor(Math.random() * 400)),
})

export const wallScenarios: readonly Scenario[] = [
  {
    name: 'big screen, the month',
    call: rooms.report.bigScreenSummary,
    bodies: async () => [{ ...month(), queryType: wallQueryType.total }],
  },
  { name: 'big screen, sources', call: rooms.report.bigScreenClueSource, bodies: async () => [month()] },
  {
    name: 'big screen, a day not asked before',
    call: rooms.report.bigScreenClueChart,
    bodies: async (_, count) => Array.from({ length: count }, anyDay),
    mostASecond: 200,
  },
]
