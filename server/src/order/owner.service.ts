import { openOrderStatuses } from '@showroom/contract/customer/customer.rules'
import { sql } from 'kysely'
import type { Actor } from '../platform/happenings.ts'

/** Literally, so that the partial index serves. */
const pending = sql.join(openOrderStatuses.map((status) => sql.lit(status)))

/**
 * The customers of who leaves are somebody else's by now, and locked: orders that no reviewer has agreed to are that one's to go on with.
 * An approved one stays to the credit of who owned the customer then.
 */
export const giveOrders = (by: Actor, { memberId }: { readonly memberId: number }): Promise<void> =>
  followCustomers(by, sql`o.owner_id = ${memberId}`)

/** The leaver is back: so are the orders of the customers who came back. */
export const returnOrders = (by: Actor, { memberId }: { readonly memberId: number }): Promise<void> =>
  followCustomers(by, sql`d.owner_id = ${memberId}`)

async function followCustomers({ db, scope }: Actor, which: ReturnType<typeof sql>): Promise<void> {
  const { dealerId } = scope
  await sql`
    with held as (
      select o.id, d.owner_id
      from vehicle_order o
      join deal d on d.dealer_id = ${dealerId} and d.customer_id = o.customer_id and d.is_current
      where o.dealer_id = ${dealerId} and o.status in (${pending}) and o.owner_id <> d.owner_id and ${which}
      order by o.id for update of o
    )
    update vehicle_order o set owner_id = held.owner_id from held
    where o.dealer_id = ${dealerId} and o.id = held.id`.execute(db)
}
