import { cityPoolSource } from '@showroom/contract/customer/customer.rules'
import type { Executor } from '../../platform/db/client.ts'
import type { Scope } from '../../platform/session/session.ts'
import { insertDeliveries, ownDeliveries } from '../intake/intake.repository.ts'
import type { ReceivedLead } from '../intake/receive.repository.ts'
import { chooseStore, wakeWorkers } from './city.repository.ts'

/** Data passed on about a prospect who buys in another city. Sending the same `externalId` twice has no further effect. */
export type CityLead = Pick<
  ReceivedLead,
  'externalId' | 'name' | 'mobile' | 'secondPhone' | 'seriesId' | 'province' | 'city' | 'remark'
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

/** Builds the receiving store's lead from a delivery. */
export const receivedOf = (body: unknown): Omit<ReceivedLead, 'receivedAt'> => ({
  // Bodies of an earlier release have no second number.
  secondPhone: '',
  ...(body as Omit<CityLead, 'secondPhone'>),
  area: '',
  sourceId: cityPoolSource,
  clueLevel: 2,
  facts: {},
})
