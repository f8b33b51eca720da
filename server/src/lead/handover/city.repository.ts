import { cityPoolSource } from '@showroom/contract/customer/customer.rules'
import { sql } from 'kysely'
import type { Executor } from '../../platform/db/client.ts'
import { notify } from '../../platform/db/notify.ts'
import type { Scope } from '../../platform/session/session.ts'
import { ownDeliveries } from '../intake/intake.repository.ts'

/** Wakes the workers of all processes after the commit: the store has leads that may be assigned. */
export const wakeWorkers = (db: Executor, dealerId: number): Promise<void> =>
  notify(db, 'lead_backlog', [dealerId])

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
  const stores = await db
    .selectFrom('dealer')
    .select('id')
    .where('province', '=', province)
    .where('city', '=', city)
    .where('id', '<>', scope.dealerId)
    .where('closed_at', 'is', null)
    .orderBy('id')
    .execute()
  let longest: { readonly id: number; readonly at: number } | undefined
  for (const { id } of stores) {
    const at = (await readLastPooled(db, id))?.getTime() ?? -Infinity
    if (!longest || at < longest.at) longest = { id, at }
  }
  return longest?.id
}

/** When the store's last lead of the city pool arrived; null if it never had one. */
async function readLastPooled(db: Executor, dealerId: number): Promise<Date | null | undefined> {
  const { rows } = await sql<{ at: Date | null }>`
    select greatest(
      (select max(created_at) from lead where dealer_id = ${dealerId} and source_id = ${cityPoolSource}),
      (select max(received_at) from lead_delivery
       where dealer_id = ${dealerId} and source_key = ${sql.lit(ownDeliveries)} and state = 0)) as at`.execute(
    db,
  )
  return rows[0]?.at
}
