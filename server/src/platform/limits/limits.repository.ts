import { sql } from 'kysely'
import type { Executor } from '../db/client.ts'

/** Counters of events by subject (`rate_limit`). */

interface Hits {
  readonly hits: number
  /** End of the window. */
  readonly ends: Date
}

/** Adds events to the subject's window, or to a new one that ends at `ends` if the last has ended. */
export const countHits = (
  db: Executor,
  subject: string,
  { events, now, ends }: { readonly events: number; readonly now: Date; readonly ends: Date },
): Promise<Hits> =>
  db
    .insertInto('rate_limit')
    .values({ subject, hits: events, window_ends_at: ends })
    .onConflict((conflict) =>
      conflict.column('subject').doUpdateSet({
        hits: sql`case when rate_limit.window_ends_at <= ${now} then ${events} else rate_limit.hits + ${events} end`,
        window_ends_at: sql`case when rate_limit.window_ends_at <= ${now} then excluded.window_ends_at else rate_limit.window_ends_at end`,
      }),
    )
    .returning(['hits', 'window_ends_at as ends'])
    .executeTakeFirstOrThrow()

/** The subject's window, if it has not ended. */
export const findOpen = (db: Executor, subject: string, now: Date): Promise<Hits | undefined> =>
  db
    .selectFrom('rate_limit')
    .select(['hits', 'window_ends_at as ends'])
    .where('subject', '=', subject)
    .where('window_ends_at', '>', now)
    .executeTakeFirst()

/** The end of the subject's last block, if it had one. */
export async function findBlock(db: Executor, subject: string): Promise<Date | null | undefined> {
  const row = await db
    .selectFrom('rate_limit')
    .select('blocked_until')
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.blocked_until
}

export async function blockUntil(db: Executor, subject: string, until: Date): Promise<void> {
  await db.updateTable('rate_limit').set({ blocked_until: until }).where('subject', '=', subject).execute()
}

export async function deleteHits(db: Executor, subject: string): Promise<void> {
  await db.deleteFrom('rate_limit').where('subject', '=', subject).execute()
}
