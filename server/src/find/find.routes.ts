import type { rooms } from '@showroom/contract'
import { isFindable } from '@showroom/contract/find/find.schema'
import { RawJson } from '../platform/http/answer.ts'
import type { HandlersOf } from '../platform/http/handler.ts'
import { lookUpKey } from '../platform/limits/number-search.ts'
import { findAll, noRows, nothing } from './find.repository.ts'

export const findRoutes = (): HandlersOf<typeof rooms.find> => ({
  async find(context, query) {
    const isAsked =
      query.key === ''
        ? query.customerIds.length + query.clueIds.length + query.orderIds.length > 0
        : isFindable(query.key)
    const { customers, leads, orders } = isAsked
      ? await lookUpKey(
          context,
          query.key,
          () => findAll(context.db, context.session, query, context.now),
          (found) => Object.values(found).every((rows) => rows === nothing),
        )
      : noRows
    return { customers: new RawJson(customers), leads: new RawJson(leads), orders: new RawJson(orders) }
  },
})
