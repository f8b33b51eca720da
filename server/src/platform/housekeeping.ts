import { sql } from 'kysely'
import type { Clock } from './clock.ts'
import type { Database } from './db/client.ts'
import type { Job } from './jobs.ts'
import { idempotencyHours } from './http/idempotency.ts'

const ago = (clock: Clock, hours: number): Date => new Date(clock().getTime() - hours * 3_600_000)

/** Deletes expired rows: idempotency keys, rate limits, undo tickets. The audit is kept. */
export const housekeeping = (db: Database, clock: Clock): Job => ({
  name: 'housekeeping',
  for: 'stores',
  cron: '17 * * * *',
  async run() {
    await db.deleteFrom('idempotency_key').where('created_at', '<', ago(clock, idempotencyHours)).execute()
    await db.deleteFrom('undo').where('expires_at', '<', clock()).execute()
    await db
      .deleteFrom('rate_limit')
      .where('window_ends_at', '<', ago(clock, 1))
      .where(sql<boolean>`coalesce(blocked_until, '-infinity') < ${clock()}`)
      .execute()
  },
})
