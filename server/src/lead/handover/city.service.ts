import { cityPoolSource } from '@showroom/contract/customer/customer.rules'
import { sql } from 'kysely'
import type { Executor } from '../../platform/db/client.ts'
import type { Scope } from '../../platform/session/session.ts'
import { insertDeliveries, ownDeliveries } from '../intake/intake.repository.ts'
import type { ReceivedLead } from '../intake/receive.repository.ts'

/** Data passed on about a prospect who buys in another city. Sending the same `externalId` twice has no further effect. */
export type CityLead = Pick<
  ReceivedLead,
  'externalId' | 'name' | 'mobile' | 'seriesId' | 'province' | 'city' | 'remark'
>

/**
 * City pool: passes a lead to the next store in that city, if there is another one. The lead arrives as a delivery, like a portal's, and
 * the worker creates it there, so that no transaction locks rows of two stores.
 */
export async function passToCity(
  { db, scope, now }: { readonly db: Executor; readonly scope: Scope; readonly now: Date },
  lead: CityLead,
): Promise<void> {
  const dealerId = await chooseStore(db, scope, lead)
  if (dealerId === undefined) return
  const delivery = { dealerId, externalId: lead.externalId, body: lead, warnings: [] }
  await insertDeliveries(db, ownDeliveries, [delivery], now)
  await wakeWorkers(db, dealerId)
}

/** Wakes the workers of all processes after the commit: the store has leads that may be assigned. */
export const wakeWorkers = async (db: Executor, dealerId: number): Promise<void> => {
  await sql`select pg_notify('lead_backlog', ${String(dealerId)})`.execute(db)
}

/** Builds the receiving store's lead from a delivery. */
export const receivedOf = (body: unknown): Omit<ReceivedLead, 'receivedAt'> => ({
  ...(body as CityLead),
  area: '',
  sourceId: cityPoolSource,
  clueLevel: 2,
  facts: {},
})

/**
 * Chooses the store whose last city pool lead is the oldest, including those still waiting as deliveries. Serialized, because two at once
 * would choose the same store. The last lock of a transaction: nothing waits while holding it.
 */
async function chooseStore(
  db: Executor,
  scope: Scope,
  { province, city }: Pick<CityLead, 'province' | 'city'>,
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
