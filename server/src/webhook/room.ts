import type { rooms } from '@showroom/contract'
import type { Lookup } from '../platform/outside/public.ts'
import type { OutboxWork } from '../platform/queues/outbox.ts'
import { countRows } from '../platform/queues/upkeep.repository.ts'
import type { Room, RoomDeps } from '../platform/room.ts'
import { createDeliveries } from './deliver.worker.ts'
import { messages, waitingMessages } from './message.repository.ts'
import { webhookSubscriptions } from './subscriptions.ts'
import { keepWanted } from './wanted.ts'
import { webhookRoutes } from './webhook.routes.ts'

export { tables } from './webhook.tables.ts'

/** How receivers are reached. By default only on the public internet, with 10 s to respond. */
export interface WebhookSettings {
  readonly webhooks?:
    | { readonly loopback?: boolean; readonly lookup?: Lookup; readonly timeoutMs?: number }
    | undefined
}

export interface WebhookRoom extends Room<typeof rooms.webhook> {
  readonly deliveries: OutboxWork
}

export function open(deps: RoomDeps, { webhooks = {} }: WebhookSettings): WebhookRoom {
  const { db, line, metrics, secret: serverSecret } = deps
  const { timeoutMs = 10_000, ...reach } = webhooks
  const publishing = keepWanted(db, line)
  const deliveries = createDeliveries({ ...deps, serverSecret, reach, timeoutMs })
  metrics.watch('showroom_webhook_waiting', 'Events on their way to other systems', () =>
    countRows(db, messages.table, waitingMessages),
  )
  return {
    handlers: webhookRoutes({
      reach,
      serverSecret,
      changed: () => publishing.changed(),
      wake: () => deliveries.wake(),
    }),
    subscriptions: webhookSubscriptions(publishing),
    stop: () => deliveries.stop(),
    deliveries,
  }
}
