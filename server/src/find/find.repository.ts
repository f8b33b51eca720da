import { rooms } from '@showroom/contract'
import type { Find } from '@showroom/contract/find/find.schema'
import { mayCall } from '@showroom/contract/kernel/call'
import type { Call } from '@showroom/contract/kernel/call'
import { worksLeads } from '@showroom/contract/lead/lead.rules'
import { sql } from 'kysely'
import { foundCustomers } from '../customer/index.ts'
import { foundLeads } from '../lead/index.ts'
import { foundOrders } from '../order/index.ts'
import type { Executor } from '../platform/db/client.ts'
import type { Condition } from '../platform/db/conditions.ts'
import type { Session } from '../platform/session/session.ts'

/** No rows, as JSON. */
export const nothing = '[]'
export const noRows = { customers: nothing, leads: nothing, orders: nothing }
type Rows = typeof noRows

/** Searches all kinds in one statement, each as a JSON array; empty if the member has no right to that list. */
export async function findAll(db: Executor, session: Session, query: Find, now: Date): Promise<Rows> {
  const { scope } = session
  const ofCall = ({ may }: Call, found: Condition): Condition =>
    mayCall(may, session) ? found : sql`${sql.lit(nothing)}`
  const { rows } = await sql<Rows>`
    select ${ofCall(rooms.customer.list, foundCustomers(scope, query, now))} as customers,
           ${ofCall(rooms.lead.list, foundLeads(scope, worksLeads(session), query))} as leads,
           ${ofCall(rooms.order.search, foundOrders(scope, query))} as orders`.execute(db)
  return rows[0] ?? noRows
}
