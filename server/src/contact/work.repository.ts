import { sql } from 'kysely'
import type { Executor } from '../platform/db/client.ts'
import { target } from '../platform/db/target.ts'
import { announceWork } from '../platform/queues/queue.repository.ts'
import type { QueueTable } from '../platform/queues/table.repository.ts'

/** Subjects to read from WeCom. `state`: 0 waiting, 1 done, 2 given up. */

export type Subject = 'contact' | 'user' | 'tag'

export interface WorkRow {
  readonly subject: string
  readonly failures: number
}

export const works: QueueTable<'contact_work', WorkRow> = {
  queue: 'contacts',
  table: 'contact_work',
  waits: sql`w.state = 0`,
  retried: { where: sql`w.failures > 0`, since: 'asked_at' },
  leaseSeconds: 2 * 60,
  columns: sql`w.subject, w.failures`,
}

interface Asked {
  readonly kind: Subject
  readonly ids: readonly string[]
  readonly now: Date
  /** Names the event that asks; a repeat of the last one asks for nothing. */
  readonly event?: string
  /** Reads again only what was asked before this instant. */
  readonly before?: Date
}

/**
 * Asks to read the present state of subjects for stores. A subject that is being read is read again, as the event may be newer than what
 * that read found.
 */
export async function askFor(
  db: Executor,
  dealerIds: readonly number[],
  { kind, ids, now, event = '', before }: Asked,
): Promise<void> {
  if (ids.length === 0 || dealerIds.length === 0) return
  const { rows } = await sql<{ dealerId: number }>`
    insert into ${target('contact_work')} as w (dealer_id, subject, event, asked_at, due_at)
    select store.id, ${`${kind}:`} || asked.id, ${event}, ${now}::timestamptz, ${now}::timestamptz
    from unnest(${[...dealerIds]}::int[]) as store (id), unnest(${[...ids]}::text[]) as asked (id)
    on conflict (dealer_id, subject) do update set
      event = excluded.event, asked_at = excluded.asked_at, due_at = excluded.due_at,
      state = 0, tries = w.tries + 1, failures = 0, failure = ''
    where (excluded.event = '' or w.event <> excluded.event)
      and (${before ?? null}::timestamptz is null or w.asked_at < ${before ?? now}::timestamptz)
    returning dealer_id as "dealerId"`.execute(db)
  await announceWork(
    db,
    'contacts',
    rows.map((row) => row.dealerId),
    now,
  )
}
