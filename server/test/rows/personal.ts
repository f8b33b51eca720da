import { sql } from 'kysely'
import type { Database } from '../../src/platform/db/client.ts'
import { listTables } from '../../src/platform/tables/describe.ts'
import { allTables } from '../../src/rooms.ts'

/** Personal values in the database, which neither log nor traces may contain. */

/** Columns with what a person is, has or wrote. Base data, which names no person, is left out. */
const personal =
  /^(?:(?:.*_)?(?:name|mobile|phone\w*|tel|id_no|identify_no|license|plate\w*|vin|address|email|wechat|remark|text|content|note|reason)|second_phone|search_\w+)$/
const baseTables: ReadonlySet<string> = new Set(
  listTables(allTables).flatMap(({ table, room, clear }) => (room === 'base' && !clear ? [table] : [])),
)

/** All personal values in the database, longest first. */
export async function personalValues(db: Database): Promise<string[]> {
  const { rows: columns } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and data_type in ('text', 'character varying')`.execute(db)
  const values = new Set<string>()
  for (const { table, column } of columns) {
    if (baseTables.has(table) || table.startsWith('kysely_') || !personal.test(column)) continue
    const { rows } = await sql<{ value: string | null }>`
      select distinct ${sql.ref(column)} as value from ${sql.table(table)}`.execute(db)
    for (const { value } of rows) if (value && value.trim().length > 1) values.add(value.trim())
  }
  return [...values].toSorted((a, b) => b.length - a.length)
}
