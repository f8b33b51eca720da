import { sql } from 'kysely'
import type { CompiledQuery } from 'kysely'
import { expect } from 'vitest'
import type { Database } from '../../src/platform/db/client.ts'

/**
 * Calls never change base data; a refused call may change limit counters. Workers note in `store_work` at any time which
 * stores have work; the work itself is in other tables.
 */
const leftOut = new Set([
  'rate_limit',
  'store_work',
  'outside_door',
  'region',
  'dictionary',
  'series',
  'model',
  'configuration',
  'sku',
  'competitor_series',
])

/**
 * Fingerprint of a table's rows: each row holds the number of the transaction that wrote it, which rises even if the
 * value stays the same.
 */
export const rowsPrint = `concat(count(*), ' ', sum(xmin::text::bigint))`

interface Print {
  readonly name: string
  readonly print: string
}
/** Statement per database, whose tables stay the same: written and planned once. */
const statements = new WeakMap<Database, Promise<CompiledQuery<Print>>>()

async function writeStatement(db: Database): Promise<CompiledQuery<Print>> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(db)
  const names = rows.map(({ name }) => name).filter((name) => !leftOut.has(name))
  const prints = names.map(
    (name) => sql`select ${sql.lit(name)} as name, ${sql.raw(rowsPrint)} as print from ${sql.table(name)}`,
  )
  // A parameter makes the client prepare it (platform/db/client.ts): planning takes five times as long as running.
  return sql<Print>`select * from (${sql.join(prints, sql` union all `)}) p where ${''} = ''`.compile(db)
}

/** A fingerprint of each table: two equal ones prove that no row was inserted, updated or deleted in between. */
export async function snapshot(db: Database): Promise<Record<string, string>> {
  const statement = statements.get(db) ?? writeStatement(db)
  statements.set(db, statement)
  const { rows } = await db.executeQuery(await statement)
  return Object.fromEntries(rows.map(({ name, print }) => [name, print]))
}

/** Runs work that must change nothing. */
export async function nothingWritten(db: Database, work: () => Promise<void>): Promise<void> {
  const before = await snapshot(db)
  await work()
  expect(await snapshot(db)).toEqual(before)
}
