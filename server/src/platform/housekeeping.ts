import { sql } from 'kysely'
import type { Clock } from './clock.ts'
import type { Database } from './db/client.ts'
import type { Job } from './jobs.ts'
import { browserDays } from './http/browser.ts'
import { idempotencyHours } from './http/idempotency.ts'

const ago = (clock: Clock, hours: number): Date => new Date(clock().getTime() - hours * 3_600_000)

/** Removes what has run out: sessions, first answers, codes, counters. The audit stays. */
export const housekeeping = (db: Database, clock: Clock): Job => ({
  name: 'housekeeping',
  cron: '17 * * * *',
  async run() {
    await db.deleteFrom('session').where('last_seen_at', '<', ago(clock, 12)).execute()
    await db
      .deleteFrom('session')
      .where('created_at', '<', ago(clock, 7 * 24))
      .execute()
    await db.deleteFrom('idempotency_key').where('created_at', '<', ago(clock, idempotencyHours)).execute()
    await db
      .deleteFrom('known_browser')
      .where('last_used_at', '<', ago(clock, browserDays * 24))
      .execute()
    await db.deleteFrom('captcha').where('created_at', '<', ago(clock, 1)).execute()
    await db.deleteFrom('sms_code').where('sent_at', '<', ago(clock, 1)).execute()
    await db
      .deleteFrom('rate_limit')
      .where('window_ends_at', '<', ago(clock, 1))
      .where(sql<boolean>`coalesce(blocked_until, '-infinity') < ${clock()}`)
      .execute()
  },
})
