import { cityPoolSource } from '@showroom/contract/customer/customer.rules'
import { sql } from 'kysely'
import type { Executor } from '../platform/db/client.ts'
import type { Context } from '../platform/http/handler.ts'
import type { Scope } from '../platform/session/session.ts'
import type { ReceivedLead, Store } from './receive.repository.ts'
import { receiveLeads } from './receive.service.ts'

/** What the own store knows of who buys elsewhere. Who sends the same `externalId` twice sends it once. */
type CityLead = Pick<
  ReceivedLead,
  'externalId' | 'name' | 'mobile' | 'seriesId' | 'province' | 'city' | 'remark'
>

/** City pool: gives a lead to a store of that city, in turn (document 4, section 3); to none where there is no other store. */
export async function passToCity(
  { db, session, now, hintLive }: Pick<Context, 'db' | 'session' | 'now' | 'hintLive'>,
  lead: CityLead,
): Promise<void> {
  const store = await chooseStore(db, session.scope, lead)
  if (!store) return
  const received = { ...lead, sourceId: cityPoolSource, clueLevel: 2, facts: {}, receivedAt: now }
  await receiveLeads(db, store, [received], { now, hintLive })
}

/** The one whose last of this kind is the longest ago. One after the other: two at once would choose the same store. */
async function chooseStore(
  db: Executor,
  scope: Scope,
  { province, city }: Pick<CityLead, 'province' | 'city'>,
): Promise<Store | undefined> {
  await sql`select pg_advisory_xact_lock(hashtext('city pool'), hashtext(${province + city}))`.execute(db)
  const { rows } = await sql<Store>`
    select d.id as "dealerId", d.online_policy as policy, d.group_id as "groupId", d.city
    from dealer d
    where d.province = ${province} and d.city = ${city} and d.id <> ${scope.dealerId}
    order by (select max(l.created_at) from lead l where l.dealer_id = d.id and l.source_id = ${cityPoolSource}) nulls first, d.id
    limit 1`.execute(db)
  return rows[0]
}
