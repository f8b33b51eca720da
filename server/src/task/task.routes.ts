import type { rooms } from '@showroom/contract'
import { dayStart } from '@showroom/contract/kernel/day'
import type { TaskCounts } from '@showroom/contract/task/task.schema'
import { secondsOf } from '../platform/clock.ts'
import { countViews } from '../platform/counts.ts'
import { RawJson } from '../platform/http/answer.ts'
import type { HandlersOf } from '../platform/http/handler.ts'
import { keepUntilChanged } from '../platform/kept.ts'
import type { Live } from '../platform/live.ts'
import { lookUpKey } from '../platform/number-search.ts'
import { countTabs, countTasks, countTasksEach, listTasks } from './task.repository.ts'

const noRows = new RawJson('[]')

export function taskRoutes({ live }: { live: Live }): HandlersOf<typeof rooms.task> {
  const kept = keepUntilChanged<TaskCounts>(live, 'task')
  return {
    list(query, context) {
      const { db, session, now } = context
      const read = async () =>
        query.onlyTotal
          ? { data: noRows, total: await countTasks(db, session.scope, query, now) }
          : listTasks(db, session.scope, query, now)
      return lookUpKey(context, query.key, read, ({ total }) => total === 0)
    },

    viewCounts: countViews(live, 'task', ({ db, session, now }, queries) =>
      countTasksEach(db, session.scope, queries, now),
    ),

    counts(query, context) {
      const { db, session, now } = context
      const read = () => countTabs(db, session.scope, query, now)
      // With a keyword it is a look for somebody, and each one counts.
      if (query.key)
        return lookUpKey(context, query.key, read, (counts) => !Object.values(counts).flat().some(Boolean))
      return kept.get(session.dealerId, [session.scope, query, dayStart(secondsOf(now))], read)
    },
  }
}
