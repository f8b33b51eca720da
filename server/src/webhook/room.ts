import type { rooms } from '@showroom/contract'
import type { DB } from '../platform/db/tables.ts'
import type { Lookup } from '../platform/outside/public.ts'
import type { Room, RoomDeps } from '../platform/room.ts'
import { createDeliveries } from './deliver.worker.ts'
import type { Deliveries } from './deliver.worker.ts'
import { countWaiting } from './message.repository.ts'
import { webhookSubscriptions } from './subscriptions.ts'
import { tidyWebhooks } from './tidy.job.ts'
import { keepWanted } from './wanted.ts'
import { webhookRoutes } from './webhook.routes.ts'

export const tables = [
  'webhook_endpoint',
  'webhook_message',
  'webhook_attempt',
] as const satisfies readonly (keyof DB)[]

/** How receivers are reached. By default only on the public internet, with 10 s to respond. */
export interface WebhookSettings {
  readonly webhooks?:
    | { readonly loopback?: boolean; readonly lookup?: Lookup; readonly timeoutMs?: number }
    | undefined
}

export interface WebhookRoom extends Room<typeof rooms.webhook> {
  readonly deliveries: Deliveries
}

export function open(deps: RoomDeps, { webhooks = {} }: WebhookSettings): WebhookRoom {
  const { db, clock, line, metrics, secret: serverSecret } = deps
  const { timeoutMs = 10_000, ...reach } = webhooks
  const wanted = keepWanted(db, line)
  const deliveries = createDeliveries({ ...deps, serverSecret, reach, timeoutMs })
  metrics.watch('showroom_webhook_waiting', 'Events on their way to other systems', () => countWaiting(db))
  return {
    handlers: webhookRoutes({
      reach,
      serverSecret,
      changed: () => wanted.changed(),
      wake: () => deliveries.wake(),
    }),
    subscriptions: webhookSubscriptions(wanted),
    jobs: [tidyWebhooks(db, clock)],
    stop: () => deliveries.stop(),
    deliveries,
  }
}
