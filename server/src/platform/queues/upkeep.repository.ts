import { sql } from 'kysely'
import { later } from '../clock.ts'
import type { Clock } from '../clock.ts'
import type { Condition } from '../db/conditions.ts'
import type { Database, Executor } from '../db/client.ts'
import type { DB } from '../db/tables.ts'
import type { Job } from '../jobs.ts'

/** Upkeep of tables over all stores: gauges of what waits, and the end of what was kept. */

/** Counts the rows (`w`) that meet a condition. */
export async function countRows(db: Executor, table: keyof DB, where: Condition): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from ${sql.table(table)} w where ${where}`.execute(db)
  return rows[0]?.total ?? 0
}

/** Rows (`w`) that end some time after the instant in column `at`; with `where` those that meet it. */
interface Retention {
  readonly table: keyof DB
  readonly at: string
  readonly where?: Condition
}

/** A daily job that deletes rows so many days after their time. */
export const retention = (
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  {
    name,
    cron,
    days,
    rows,
  }: Pick<Job, 'name' | 'cron'> & { readonly days: number; readonly rows: readonly Retention[] },
): Job => ({
  name,
  for: 'stores',
  cron,
  async run() {
    const before = later(clock(), -days * 86_400)
    for (const { table, at, where } of rows)
      await sql`
        delete from ${sql.table(table)} w
        where ${sql.ref(`w.${at}`)} < ${before}::timestamptz ${where ? sql`and ${where}` : sql``}`.execute(db)
  },
})
