import type { rooms } from '@showroom/contract'
import { dayStart } from '@showroom/contract/kernel/day'
import { taskFilter } from '@showroom/contract/task/task.rules'
import { secondsOf } from '../platform/clock.ts'
import { countViews } from '../platform/live/counts.ts'
import { RawJson } from '../platform/http/answer.ts'
import type { HandlersOf } from '../platform/http/handler.ts'
import { cacheUntilChanged } from '../platform/live/kept.ts'
import type { Live } from '../platform/live/live.ts'
import { lookUpKey } from '../platform/limits/number-search.ts'
import { countStates, countTasks, countTasksEach, countedOf, listTasks, tabsOf } from './task.repository.ts'

const noRows = new RawJson('[]')

export function taskRoutes({ live }: { live: Live }): HandlersOf<typeof rooms.task> {
  const answers = cacheUntilChanged<number[]>(live, 'customer')
  return {
    list(context, query) {
      const { db, session, now } = context
      const read = async () =>
        query.onlyTotal
          ? { data: noRows, total: await countTasks(db, session.scope, query, now) }
          : listTasks(db, session.scope, query, now)
      return lookUpKey(context, query.key, read, ({ total }) => total === 0)
    },

    viewCounts: countViews(live, 'customer', ({ db, session, now }, queries) =>
      countTasksEach(db, session.scope, queries, now),
    ),

    async counts(context, query) {
      const { db, session, now } = context
      const { scope } = session
      const counted = countedOf(query)
      // A keyword looks up a person, so every request is counted against the limit.
      if (query.key) {
        const read = () => countStates(db, scope, query, now, counted)
        const isNone = (numbers: number[][]): boolean => !numbers.flat().some(Boolean)
        return tabsOf(query, counted, await lookUpKey(context, query.key, read, isNone))
      }
      const { dateStart, dateEnd, filterType: _tab, activityType: _type, ...filters } = query
      const day = dayStart(secondsOf(now))
      const questions = counted.map((one) => {
        const days = one.state === taskFilter.completed ? [dateStart, dateEnd] : []
        return [scope.sees, filters, day, one, days]
      })
      // After a change of tab or days most counts are cached already.
      const numbers = await answers.getEach(session.dealerId, questions, (missing) =>
        countStates(
          db,
          scope,
          query,
          now,
          counted.filter((_, at) => missing.includes(at)),
        ),
      )
      return tabsOf(query, counted, numbers)
    },
  }
}
