import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
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
  // Copies of other rows, which the guards demand of every insert.
  lead: { deal_id: null },
  vehicle_order: { from_source: 0, other_source: 0 },
  visit: { deal_id: null, owner_id: null },
  store_blocklist: { mobile: '13900000001' },
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
  const insert = sql`
    insert into ${sql.table(table)} (${sql.join([...values.keys()].map((name) => sql.ref(name)))})
    values (${sql.join([...values.values()])})`
  await (table === 'vehicle_order' ? withBuyer(insert) : insert).execute(db)
}

/** An order and its row for the search, in one statement. */
const withBuyer = (insert: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  with planted as (${insert} returning dealer_id, id, name, contact_name, phone)
  insert into vehicle_order_buyer (dealer_id, order_id, name, contact_name, phone) select * from planted`
