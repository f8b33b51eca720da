import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Database } from '../src/platform/db/client.ts'

/** Base data never changes by a call; counters of limits may change by a refused one. */
const leftOut = new Set([
  'rate_limit',
  'region',
  'dictionary',
  'series',
  'model',
  'configuration',
  'sku',
  'competitor_series',
])

/** A hash of the content of each table: two equal ones say that nothing was written in between. */
export async function snapshot(db: Database): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(db)
  const names = tables.map((table) => table.name).filter((name) => !leftOut.has(name))
  const hashes = names.map(
    (name) =>
      sql`select ${sql.lit(name)} as name, md5(coalesce(string_agg(t::text, ',' order by t::text), '')) as hash from ${sql.table(name)} t`,
  )
  const { rows } = await sql<{ name: string; hash: string }>`${sql.join(hashes, sql` union all `)}`.execute(
    db,
  )
  return Object.fromEntries(rows.map((row) => [row.name, row.hash]))
}

/** Runs what must change nothing. */
export async function nothingWritten(db: Database, work: () => Promise<void>): Promise<void> {
  const before = await snapshot(db)
  await work()
  expect(await snapshot(db)).toEqual(before)
}
