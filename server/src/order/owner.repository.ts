import { sql } from 'kysely'
import type { Executor } from '../platform/db/client.ts'
import { target } from '../platform/db/target.ts'
import type { Scope } from '../platform/session/session.ts'

/** Gives orders of the customers to their owners. Returns whether any order changed. The caller has locked the customers. */
export async function moveToOwners(
  db: Executor,
  { dealerId }: Scope,
  customerIds: readonly number[],
): Promise<boolean> {
  const { rows } = await sql<{ ids: number[] }>`
    select coalesce(array_agg(o.id order by o.id), '{}') as ids
    from vehicle_order o
    join deal d on d.dealer_id = ${dealerId} and d.customer_id = o.customer_id and d.is_current
    where o.dealer_id = ${dealerId} and o.owner_id <> d.owner_id
      and o.customer_id = any(${customerIds}::bigint[])`.execute(db)
  const ids = rows[0]?.ids ?? []
  if (ids.length === 0) return false
  await sql`
    with held as (
      select o.id, d.owner_id
      from vehicle_order o
      join deal d on d.dealer_id = ${dealerId} and d.customer_id = o.customer_id and d.is_current
      where o.dealer_id = ${dealerId} and o.id = any(${ids}::bigint[])
      order by o.id for update of o
    )
    update ${target('vehicle_order')} o set owner_id = held.owner_id from held
    where o.dealer_id = ${dealerId} and o.id = held.id`.execute(db)
  return true
}
