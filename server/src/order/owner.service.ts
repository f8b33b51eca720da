import type { CustomerHappenings } from '../customer/index.ts'
import { sql } from 'kysely'
import type { Actor } from '../platform/happenings.ts'

/**
 * An order goes with its customer, whatever has become of it: `owner_id` is who goes on with it. Whom an approval and a delivery count for
 * was written down with them, and stays.
 */

/** Of customers that the caller has locked. */
export async function followOwners(
  by: Actor,
  { customerIds }: CustomerHappenings['ownerChanged'],
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
  by.hintLive({ dealerId, topics: ['order'] })
}
