import { sql } from 'kysely'
import type { Database } from '../../src/platform/db/client.ts'

/** Every row of the tables that hold a member, for tests that compare a store before and after. */

/** Columns that hold a member, as `table.column`, from the catalogue. */
export async function memberColumns(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.table_name || '.' || c.column_name as name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
      and (c.column_name ~ '(^|_)(member|owner|manager|top|sender|user|receiver)_id$' or c.column_name ~ '_by$'
           or (c.table_name like 'member\_leave%' and c.column_name in ('from_id', 'to_id')))
      and c.data_type in ('bigint', 'integer')
    order by 1`.execute(db)
  return rows.map(({ name }) => name)
}

/** Counts, marks and times that change although no member's data does. */
const unlike: Readonly<Record<string, readonly string[]>> = {
  // The new version notifies open pages that the file was reassigned and returned.
  customer: ['row_version'],
  member: ['row_version', 'last_seen_at'],
  // A returned member signs in again.
  session: ['ended_as', 'last_seen_at'],
  // The managers are warned again about visitors who waited meanwhile.
  visit: ['warned_at'],
}

/** The rows of a store as texts, by table: all tables that hold a member, except the records of leaves. */
export async function memberRows(
  db: Database,
  dealerId: number,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const tables = new Set((await memberColumns(db)).map((name) => name.split('.')[0] ?? ''))
  const found = new Map<string, readonly string[]>()
  for (const table of tables) {
    if (table.startsWith('member_leave')) continue
    const { rows } = await sql<{ row: string }>`
      select (to_jsonb(t) - ${unlike[table] ?? []}::text[])::text as row from ${sql.table(table)} t where dealer_id = ${dealerId}`.execute(
      db,
    )
    found.set(
      table,
      rows.map(({ row }) => row),
    )
  }
  return found
}

/** Tables to which a leave adds rows; the existing rows stay. */
const growing: ReadonlySet<string> = new Set(['audit', 'idempotency_key', 'lead_event', 'notice', 'timeline'])

/** Differences: rows that are gone or changed, and new ones where none are allowed. */
export function differences(
  before: ReadonlyMap<string, readonly string[]>,
  after: ReadonlyMap<string, readonly string[]>,
): string[] {
  return [...before].flatMap(([table, rows]) => {
    const now = after.get(table) ?? []
    const [had, has] = [new Set(rows), new Set(now)]
    return [
      ...rows.filter((row) => !has.has(row)).map((row) => `${table} had ${row}`),
      ...(growing.has(table) ? [] : now.filter((row) => !had.has(row)).map((row) => `${table} has ${row}`)),
    ]
  })
}
