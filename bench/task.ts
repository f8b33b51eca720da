import { rooms } from '@showroom/contract'
import type { Call } from '@showroom/contract/kernel/call'
import { daySeconds, lastDays } from '@showroom/contract/kernel/day'
import { reviewTab } from '@showroom/contract/review/review.rules'
import { completedMaxDays, taskFilter } from '@showroom/contract/task/task.rules'
import { now } from './scenarios.ts'
import type { Scenario } from './scenarios.ts'

/** Follow-up tasks and the review of defeats: the pages on opening. */

const one = (name: string, call: Call, body: () => object, more: Partial<Scenario> = {}): Scenario => ({
  name,
  call,
  bodies: async () => [body()],
  ...more,
})
const days = () => lastDays(now(), completedMaxDays - 1)
/** Random completion days, a week at most: almost never cached. */
function aWeek(): { dateStart: number; dateEnd: number } {
  const { start } = lastDays(now(), Math.floor(Math.random() * 400))
  return { dateStart: start, dateEnd: start + Math.floor(Math.random() * completedMaxDays) * daySeconds }
}

export const taskScenarios: readonly Scenario[] = [
  one('tasks due today', rooms.task.list, () => ({ filterType: taskFilter.today })),
  one('tasks pending', rooms.task.list, () => ({ filterType: taskFilter.pending })),
  one('tasks overdue', rooms.task.list, () => ({ filterType: taskFilter.overdue })),
  one('tasks completed, 6 days', rooms.task.list, () => {
    const { start, end } = days()
    return { filterType: taskFilter.completed, dateStart: start, dateEnd: end }
  }),
  one('tasks due today, a consultant', rooms.task.list, () => ({ filterType: taskFilter.today }), {
    by: 'consultant',
    textsDiffer: true,
  }),
  one('task counts', rooms.task.counts, () => ({ filterType: taskFilter.today })),
  one('task counts, while tasks change', rooms.task.counts, () => ({ filterType: taskFilter.today }), {
    changing: 'task',
  }),
  {
    name: 'task counts, not asked before',
    call: rooms.task.counts,
    bodies: async (_, count) =>
      Array.from({ length: count }, () => ({ ...aWeek(), filterType: taskFilter.today })),
    mostASecond: 1_000,
  },
  one('task counts, a consultant', rooms.task.counts, () => ({ filterType: taskFilter.today }), {
    by: 'consultant',
    textsDiffer: true,
  }),
  one('defeats pending', rooms.review.failList, () => ({ type: reviewTab.pending })),
  one('defeats finished, 6 days', rooms.review.failList, () => ({
    type: reviewTab.finished,
    followDate: days(),
  })),
]
