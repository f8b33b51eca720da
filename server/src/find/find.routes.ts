import { rooms } from '@showroom/contract'
import type { Find } from '@showroom/contract/find/find.schema'
import { isFindable } from '@showroom/contract/find/find.schema'
import { mayCall } from '@showroom/contract/kernel/call'
import type { Call } from '@showroom/contract/kernel/call'
import { worksLeads } from '@showroom/contract/lead/lead.rules'
import { sql } from 'kysely'
import { foundCustomers } from '../customer/index.ts'
import { foundLeads } from '../lead/index.ts'
import { foundOrders } from '../order/index.ts'
import type { Condition } from '../platform/db/conditions.ts'
import { RawJson } from '../platform/http/answer.ts'
import type { Context, HandlersOf } from '../platform/http/handler.ts'
import { lookUpKey } from '../platform/number-search.ts'

const nothing = '[]'
const noRows = { customers: nothing, leads: nothing, orders: nothing }
type Rows = typeof noRows

/** Reads all kinds in one statement, each as a JSON array; empty if the member has no right to that list. */
async function findAll({ db, session }: Context, asked: Find): Promise<Rows> {
  const { scope } = session
  const ofCall = ({ may }: Call, found: Condition): Condition =>
    mayCall(may, session) ? found : sql`${sql.lit(nothing)}`
  const { rows } = await sql<Rows>`
    select ${ofCall(rooms.customer.list, foundCustomers(scope, asked))} as customers,
           ${ofCall(rooms.lead.list, foundLeads(scope, worksLeads(session), asked))} as leads,
           ${ofCall(rooms.order.search, foundOrders(scope, asked))} as orders`.execute(db)
  return rows[0] ?? noRows
}

export const findRoutes = (): HandlersOf<typeof rooms.find> => ({
  async find(asked, context) {
    const isAsked =
      asked.key === ''
        ? asked.customerIds.length + asked.clueIds.length + asked.orderIds.length > 0
        : isFindable(asked.key)
    const { customers, leads, orders } = isAsked
      ? await lookUpKey(
          context,
          asked.key,
          () => findAll(context, asked),
          (found) => Object.values(found).every((rows) => rows === nothing),
        )
      : noRows
    return { customers: new RawJson(customers), leads: new RawJson(leads), orders: new RawJson(orders) }
  },
})
