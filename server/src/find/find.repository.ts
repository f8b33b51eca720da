import { rooms } from '@showroom/contract'
import type { Find } from '@showroom/contract/find/find.schema'
import { mayCall } from '@showroom/contract/kernel/call'
import type { Call } from '@showroom/contract/kernel/call'
import { worksLeads } from '@showroom/contract/lead/lead.rules'
import { sql } from 'kysely'
import { handsAll } from '../appointment/index.ts'
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

/**
 * Searches all kinds in one statement, each as a JSON array; empty if the member has no right to it. Who receives customers or hands over keys
 * finds those of the store, who allocates cars the orders on their way.
 */
export async function findAll(db: Executor, session: Session, query: Find, now: Date): Promise<Rows> {
  const { scope } = session
  const isMay = ({ may }: Call): boolean => mayCall(may, session)
  const given = (isGiven: boolean, found: Condition): Condition =>
    isGiven ? found : sql`${sql.lit(nothing)}`
  const [opensFiles, opensOrders] = [isMay(rooms.customer.list), isMay(rooms.order.search)]
  const [ofStore, allocates] = [handsAll(session), isMay(rooms.order.allocationList)]
  const finding = { ofStore, opens: opensFiles, now }
  const { rows } = await sql<Rows>`
    select ${given(opensFiles || ofStore, foundCustomers(scope, query, finding))} as customers,
           ${given(isMay(rooms.lead.list), foundLeads(scope, worksLeads(session), query))} as leads,
           ${given(opensOrders || allocates, foundOrders(scope, query, { opens: opensOrders, allocates }))} as orders`.execute(
    db,
  )
  return rows[0] ?? noRows
}
