import type { rooms } from '@showroom/contract'
import { lookUpKey } from '../customer/index.ts'
import { RawJson } from '../platform/http/answer.ts'
import type { HandlersOf } from '../platform/http/handler.ts'
import { countTabs, countTasks, listTasks } from './task.repository.ts'

const noRows = new RawJson('[]')

export const taskRoutes = (): HandlersOf<typeof rooms.task> => ({
  list(query, context) {
    const { db, session, now } = context
    const read = async () =>
      query.onlyTotal
        ? { data: noRows, total: await countTasks(db, session.scope, query, now) }
        : listTasks(db, session.scope, query, now)
    return lookUpKey(context, query.key, read, ({ total }) => total === 0)
  },

  counts(query, context) {
    const { db, session, now } = context
    const read = () => countTabs(db, session.scope, query, now)
    return lookUpKey(context, query.key, read, (counts) => !Object.values(counts).flat().some(Boolean))
  },
})
