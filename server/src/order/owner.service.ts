import type { CustomerHappenings } from '../customer/index.ts'
import { sql } from 'kysely'
import type { Condition } from '../platform/db/conditions.ts'
import type { Actor } from '../platform/happenings.ts'

/**
 * An order goes with its customer, whatever has become of it: `owner_id` is who goes on with it. Whom an approval and a delivery count for
 * was written down with them, and stays.
 */

export const followOwners = (by: Actor, { customerIds }: CustomerHappenings['ownerChanged']): Promise<void> =>
  follow(by, sql`o.customer_id = any(${customerIds}::bigint[])`)

/** A leaver is back, and with them the customers who came back: before their leads, as the locks are ordered. */
export const followReturned = (by: Actor, { memberId }: { readonly memberId: number }): Promise<void> =>
  follow(by, sql`d.owner_id = ${memberId}`)

/** Of customers that the caller has locked. */
async function follow(by: Actor, which: Condition): Promise<void> {
  const { db, scope } = by
  const { dealerId } = scope
  const { rows } = await sql<{ ids: number[] }>`
    select coalesce(array_agg(o.id order by o.id), '{}') as ids
    from vehicle_order o
    join deal d on d.dealer_id = ${dealerId} and d.customer_id = o.customer_id and d.is_current
    where o.dealer_id = ${dealerId} and o.owner_id <> d.owner_id and ${which}`.execute(db)
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
