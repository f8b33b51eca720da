import { sql } from 'kysely'
import type { Executor } from '../db/client.ts'
import { idempotencyHours } from '../http/idempotency.ts'

/** Deletes idempotency keys, undo tickets and rate limits of all stores that have expired. */
export async function deleteExpired(db: Executor, now: Date): Promise<void> {
  const ago = (hours: number): Date => new Date(now.getTime() - hours * 3_600_000)
  await db.deleteFrom('idempotency_key').where('created_at', '<', ago(idempotencyHours)).execute()
  await db.deleteFrom('undo').where('expires_at', '<', now).execute()
  await db
    .deleteFrom('rate_limit')
    .where('window_ends_at', '<', ago(1))
    .where(sql<boolean>`coalesce(blocked_until, '-infinity') < ${now}`)
    .execute()
}
