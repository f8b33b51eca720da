import type { Executor } from './client.ts'
import { send } from './client.ts'

/** PostgreSQL channels on which a transaction notifies all processes when it commits. */
export type Channel =
  | 'base_changed'
  | 'lead_backlog'
  | 'session_changed'
  | 'stream_replaced'
  | 'webhook_changed'

/** Sends payloads ($2) on a channel ($1). Reads no table: on Citus a worker would run it, where no process listens. */
export const notifying = 'select pg_notify($1, payload) from unnest($2::text[]) as payload'

/** Notifies all processes when the transaction commits. PostgreSQL sends equal payloads of a transaction once. */
export async function notify(
  db: Executor,
  channel: Channel,
  payloads: readonly (string | number)[],
): Promise<void> {
  if (payloads.length > 0) await send(db, notifying, [channel, payloads.map(String)])
}
