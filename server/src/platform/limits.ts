import { sql } from 'kysely'
import type { Clock } from './clock.ts'
import type { Database } from './db/client.ts'

export interface Limits {
  /** Counts one event, or as many as said, and returns how many there were in the window that is now open, these included. */
  hit(subject: string, windowSeconds: number, events?: number): Promise<number>
  /** How many there are in the open window. */
  hits(subject: string): Promise<number>
  /** Seconds until the subject may try again; 0 when it may now. */
  blockedSeconds(subject: string): Promise<number>
  block(subject: string, seconds: number): Promise<void>
  clear(subject: string): Promise<void>
}

/**
 * Counters in the database, so that all server processes count together. They run outside any transaction of the call: a refusal
 * rolls the call back, but not its count.
 */
export function createLimits(db: Database, clock: Clock): Limits {
  return {
    async hit(subject, windowSeconds, events = 1) {
      const now = clock()
      const ends = new Date(now.getTime() + windowSeconds * 1000)
      const row = await db
        .insertInto('rate_limit')
        .values({ subject, hits: events, window_ends_at: ends })
        .onConflict((conflict) =>
          conflict.column('subject').doUpdateSet({
            hits: sql`case when rate_limit.window_ends_at <= ${now} then ${events} else rate_limit.hits + ${events} end`,
            window_ends_at: sql`case when rate_limit.window_ends_at <= ${now} then excluded.window_ends_at else rate_limit.window_ends_at end`,
          }),
        )
        .returning('hits')
        .executeTakeFirstOrThrow()
      return row.hits
    },
    async hits(subject) {
      const row = await db
        .selectFrom('rate_limit')
        .select('hits')
        .where('subject', '=', subject)
        .where('window_ends_at', '>', clock())
        .executeTakeFirst()
      return row?.hits ?? 0
    },
    async blockedSeconds(subject) {
      const row = await db
        .selectFrom('rate_limit')
        .select('blocked_until')
        .where('subject', '=', subject)
        .executeTakeFirst()
      const until = row?.blocked_until?.getTime() ?? 0
      return Math.max(0, Math.ceil((until - clock().getTime()) / 1000))
    },
    async block(subject, seconds) {
      await db
        .updateTable('rate_limit')
        .set({ blocked_until: new Date(clock().getTime() + seconds * 1000) })
        .where('subject', '=', subject)
        .execute()
    },
    async clear(subject) {
      await db.deleteFrom('rate_limit').where('subject', '=', subject).execute()
    },
  }
}
