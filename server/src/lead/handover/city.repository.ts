import { cityPoolSource } from '@showroom/contract/customer/customer.rules'
import { sql } from 'kysely'
import type { Executor } from '../../platform/db/client.ts'
import type { Scope } from '../../platform/session/session.ts'
import { ownDeliveries } from '../intake/intake.repository.ts'

/** Wakes the workers of all processes after the commit: the store has leads that may be assigned. */
export const wakeWorkers = async (db: Executor, dealerId: number): Promise<void> => {
  await sql`select pg_notify('lead_backlog', ${String(dealerId)})`.execute(db)
}

/** The store's name, and whether it takes part in the city pool. */
export const findPool = (
  db: Executor,
  { dealerId }: Scope,
): Promise<{ name: string; isShared: boolean } | undefined> =>
  db
    .selectFrom('dealer')
    .select(['name', 'city_pool_enable as isShared'])
    .where('id', '=', dealerId)
    .executeTakeFirst()

/**
 * Chooses the store whose last city pool lead is the oldest, including those still waiting as deliveries. Serialized, because two at once
 * would choose the same store. The last lock of a transaction: nothing waits while holding it.
 */
export async function chooseStore(
  db: Executor,
  scope: Scope,
  { province, city }: { readonly province: string; readonly city: string },
): Promise<number | undefined> {
  await sql`select pg_advisory_xact_lock(hashtext('city pool'), hashtext(${province + city}))`.execute(db)
  const { rows } = await sql<{ id: number }>`
    select d.id
    from dealer d
    where d.province = ${province} and d.city = ${city} and d.id <> ${scope.dealerId}
    order by greatest(
               (select max(l.created_at) from lead l where l.dealer_id = d.id and l.source_id = ${cityPoolSource}),
               (select max(w.received_at) from lead_delivery w
                where w.dealer_id = d.id and w.source_key = ${sql.lit(ownDeliveries)} and w.state = 0)) nulls first, d.id
    limit 1`.execute(db)
  return rows[0]?.id
}
