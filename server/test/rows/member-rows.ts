import { sql } from 'kysely'
import type { Database } from '../../src/platform/db/client.ts'
import { columnsOf } from '../../src/platform/tables/describe.ts'
import { allTables } from '../../src/rooms.ts'

/** Every row of the tables that hold a member, for tests that compare a store before and after. */

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

/** Tables that hold a member; `member` itself is one by its superiors. */
const tables = new Set(columnsOf(allTables, 'member').map(({ table }) => table.table))

/** The rows of a store as texts, by table: all tables that hold a member, except the records of leaves. */
export async function memberRows(
  db: Database,
  dealerId: number,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const columnsOfTables = new Map<string, readonly string[]>()
  for (const table of tables) {
    if (table.startsWith('member_leave')) continue
    const { rows } = await sql<{ row: string }>`
      select (to_jsonb(t) - ${unlike[table] ?? []}::text[])::text as row from ${sql.table(table)} t where dealer_id = ${dealerId}`.execute(
      db,
    )
    columnsOfTables.set(
      table,
      rows.map(({ row }) => row),
    )
  }
  return columnsOfTables
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
