import { maskText } from '@showroom/contract/kernel/mask'
import { triedHours } from '@showroom/contract/webhook/webhook.rules'
import type { WebhookEvent } from '@showroom/contract/webhook/webhook.rules'
import type { Actor, Subscriptions } from '../platform/live/events.ts'
import { insertMessages } from './message.repository.ts'
import type { Event } from './message.repository.ts'
import type { Wanted } from './wanted.ts'

/**
 * Events sent to other systems: ids and codes, never numbers or names. They are inserted in the transaction of the change if an endpoint
 * subscribes to them, under the lock of the record, so that the message ids of a record follow the order of its changes.
 */
export function webhookSubscriptions(wanted: Wanted): Subscriptions {
  async function publish(by: Actor, type: WebhookEvent, events: readonly Event[]): Promise<void> {
    const { db, now } = by
    const { dealerId } = by.scope
    if (events.length === 0 || !wanted.may(dealerId, type)) return
    const giveUpAt = new Date(now.getTime() + triedHours * 3_600_000)
    await insertMessages(db, { dealerId, type, events, now, giveUpAt })
  }
  const about = (kind: 'lead' | 'customer' | 'order', id: number, data: Event['data']): Event => ({
    record: `${kind}:${id}`,
    data,
  })

  return {
    leadsReceived: (by, { leads }) =>
      publish(
        by,
        'lead.created',
        leads.map(({ leadId, sourceId, externalId }) =>
          about('lead', leadId, { leadId, sourceId, externalId: maskText(externalId).slice(0, 200) }),
        ),
      ),
    leadsAssigned: (by, { leads }) =>
      publish(
        by,
        'lead.assigned',
        leads.map((lead) => about('lead', lead.leadId, lead)),
      ),
    created: (by, { customers }) =>
      publish(
        by,
        'customer.created',
        customers.map((customer) => about('customer', customer.customerId, customer)),
      ),
    async ordered(by, { customerId, orderId, orderNo }) {
      const data = { customerId, orderId, orderNo }
      await publish(by, 'customer.ordered', [about('customer', customerId, data)])
      await publish(by, 'order.approved', [about('order', orderId, data)])
    },
    defeated: (by, { customerId, request: { reason } }) =>
      publish(by, 'customer.defeated', [about('customer', customerId, { customerId, reason })]),
    merged: (by, { masterId, slaveId }) =>
      publish(by, 'customer.merged', [
        about('customer', masterId, { customerId: masterId, mergedCustomerId: slaveId }),
      ]),
    orderSubmitted: (by, { customerId, orderId, orderNo }) =>
      publish(by, 'order.submitted', [about('order', orderId, { customerId, orderId, orderNo })]),
  }
}
