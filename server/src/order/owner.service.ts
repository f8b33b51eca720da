import type { CustomerEvents } from '../customer/index.ts'
import { sql } from 'kysely'
import type { Actor } from '../platform/events.ts'

/**
 * `owner_id` of an order always follows its customer. The members credited with its approval and delivery are stored with those and do not
 * change.
 */

/** The caller has locked the customers. */
export async function followOwners(
  by: Actor,
  { customerIds }: CustomerEvents['ownerChanged'],
): Promise<void> {
  const { db, scope } = by
  const { dealerId } = scope
  const { rows } = await sql<{ ids: number[] }>`
    select coalesce(array_agg(o.id order by o.id), '{}') as ids
    from vehicle_order o
    join deal d on d.dealer_id = ${dealerId} and d.customer_id = o.customer_id and d.is_current
    where o.dealer_id = ${dealerId} and o.owner_id <> d.owner_id
      and o.customer_id = any(${customerIds}::bigint[])`.execute(db)
  const ids = rows[0]?.ids ?? []
  if (ids.length === 0) return
  await sql`
    with held as (
      select o.id, d.owner_id
      from vehicle_order o
      join deal d on d.dealer_id = ${dealerId} and d.customer_id = o.customer_id and d.is_current
      where o.dealer_id = ${dealerId} and o.id = any(${ids}::bigint[])
      order by o.id for update of o
    )
    update vehicle_order o set owner_id = held.owner_id from held
    where o.dealer_id = ${dealerId} and o.id = held.id`.execute(db)
  by.emitLive({ dealerId, topics: ['order'] })
}
