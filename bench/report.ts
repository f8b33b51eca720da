import { rooms } from '@showroom/contract'
import { addDays } from '@showroom/contract/kernel/day'
import { now } from './scenarios.ts'
import type { Scenario } from './scenarios.ts'

/** The reports of a day, a month and a year, each for different days, so that no response is cached. */

const lengths = { day: 1, month: 30, year: 365 } as const
const { taskSum, customerSum2, seriesSum, storeSourceSum, onlineSum } = rooms.report
const calls = {
  任务概览: taskSum,
  客户汇总: customerSum2,
  车系统计: seriesSum,
  线下客户统计: storeSourceSum,
  线上线索统计: onlineSum,
} as const

export const reportScenarios: readonly Scenario[] = Object.entries(calls).flatMap(([name, call]) =>
  Object.entries(lengths).map(([length, days]) => ({
    name: `report ${name}, a ${length}`,
    call,
    // Members do not read more of them at once.
    connections: 4,
    bodies: async (_reader: unknown, count: number) =>
      Array.from({ length: count }, () => {
        const dateEnd = addDays(now(), -Math.floor(Math.random() * 300))
        return { dateStart: addDays(dateEnd, 1 - days), dateEnd }
      }),
    mostASecond: 1_000,
  })),
)
