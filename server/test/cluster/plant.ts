import { sql } from 'kysely'
import type { Executor } from '../../src/platform/db/client.ts'

/** Rows of any table, read from the catalogue. */

const leastOf: Readonly<Record<string, unknown>> = {
  text: 'x',
  timestamptz: new Date(0),
  date: '2026-01-01',
  bool: false,
  jsonb: '{}',
  bytea: Buffer.from('x'),
  _text: [],
  _int4: [],
  _int8: [],
}
/** Values that a table's checks and triggers require. */
const allowed: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  deal: { level: 'H', is_current: false },
  activity: { deal_id: 999_999, from_source: 1 },
  defeat_request: { deal_id: 999_999 },
}

/** Inserts a row with these values. Required columns without one get the simplest value of their type. */
export async function plantRow(
  db: Executor,
  table: string,
  given: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { rows } = await sql<{ name: string; type: string }>`
    select column_name as name, udt_name as type from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_nullable = 'NO' and is_generated = 'NEVER' and column_default is null and is_identity = 'NO'`.execute(
    db,
  )
  const values = new Map<string, unknown>(rows.map(({ name, type }) => [name, leastOf[type] ?? 1]))
  for (const [name, value] of Object.entries({ ...allowed[table], ...given })) values.set(name, value)
  await sql`
    insert into ${sql.table(table)} (${sql.join([...values.keys()].map((name) => sql.ref(name)))})
    values (${sql.join([...values.values()])})`.execute(db)
}
