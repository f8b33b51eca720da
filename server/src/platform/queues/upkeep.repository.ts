import { sql } from 'kysely'
import type { Condition } from '../db/conditions.ts'
import type { Executor } from '../db/client.ts'
import { noOne, target } from '../db/target.ts'
import type { DB } from '../db/tables.ts'
import type { Aging } from '../tables/describe.ts'
import type { QueueTable } from './table.repository.ts'

/** Upkeep of tables over all stores: gauges of what waits, and the end of what was kept. */

/** Counts the rows (`w`) that meet a condition. */
export async function countRows(db: Executor, table: keyof DB, where: Condition): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from ${sql.table(table)} w where ${where}`.execute(db)
  return rows[0]?.total ?? 0
}

/** Returns since when the oldest row waits for another try; null without such rows. */
export async function findOldest<Name extends keyof DB, Row extends object>(
  db: Executor,
  { table, waits, retried }: Pick<QueueTable<Name, Row>, 'table' | 'waits' | 'retried'>,
): Promise<Date | null> {
  if (!retried) return null
  const { rows } = await sql<{ since: Date | null }>`
    select min(${sql.ref(`w.${retried.since}`)}) as since from ${sql.table(table)} w
    where ${waits} and ${retried.where}`.execute(db)
  return rows[0]?.since ?? null
}

/** Deletes the rows of all stores whose time is before the instant. No open page displays rows that old. */
export async function deleteBefore(
  db: Executor,
  { table, at, where }: Omit<Aging, 'days'> & { readonly table: keyof DB },
  before: Date,
): Promise<void> {
  await sql`
    delete from ${target(table, noOne)} w
    where ${sql.ref(`w.${at}`)} < ${before}::timestamptz ${where ? sql`and ${where}` : sql``}`.execute(db)
}
