import type { rooms } from '@showroom/contract'
import { RawJson } from '../platform/http/answer.ts'
import type { HandlersOf } from '../platform/http/handler.ts'
import { countTabs, countTasks, listTasks } from './task.repository.ts'

const noRows = new RawJson('[]')

export const taskRoutes = (): HandlersOf<typeof rooms.task> => ({
  list: async (query, { db, session, now }) =>
    query.onlyTotal
      ? { data: noRows, total: await countTasks(db, session.scope, query, now) }
      : listTasks(db, session.scope, query, now),

  counts: (query, { db, session, now }) => countTabs(db, session.scope, query, now),
})
