import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Executor } from '../../src/platform/db/client.ts'
import { listTables } from '../../src/platform/tables/describe.ts'
import { allTables } from '../../src/rooms.ts'
import { showsNumber } from './surplus.ts'

/**
 * Looks for clear mobile and identity numbers in columns that may not hold any: those that their room describes neither
 * as personal nor typed nor clear (`<room>.tables.ts`). An erasure would not find them there.
 */

interface Column {
  readonly table: string
  readonly name: string
}

const described = new Map(listTables(allTables).map((one) => [one.table as string, one]))

/** Whether a column may hold a clear number by its table's description. */
function mayHold({ table, name }: Column): boolean {
  const of = described.get(table)
  if (!of || of.isMasked) return false
  const word = of.texts[name]
  return (
    of.typed !== undefined ||
    (word !== undefined && ('kind' in word || word.typed !== undefined)) ||
    (of.clear !== undefined && name in of.clear)
  )
}

/** Columns with text whose values must be masked, and the outputs of jobs; of tables with rows, which on Citus are elsewhere. */
async function maskedColumns(db: Executor): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select c.relname as table, a.attname as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid
    where c.relkind = 'r' and c.relname !~ '^(migration|kysely)' and a.attnum > 0 and not a.attisdropped
      and (pg_relation_size(c.oid) > 0 or exists (select from pg_extension where extname = 'citus'))
      and a.atttypid in ('text'::regtype, 'text[]'::regtype, 'json'::regtype, 'jsonb'::regtype, 'varchar'::regtype)
      and (c.relnamespace = 'public'::regnamespace or (c.relnamespace = to_regnamespace('job') and a.attname = 'output'))`.execute(
    db,
  )
  return rows.filter((column) => !mayHold(column))
}

/** A number that is not a part of a longer token. */
const number = '(?<![A-Za-z0-9])(1[3-9][0-9]{9}|[1-8][0-9]{16}[0-9Xx])(?![A-Za-z0-9])'
/** In each of them, and cheaper to look for. */
const digits = '[0-9]{11}'

const valuesOf = ({ table, name }: Column): RawBuilder<unknown> => {
  const value = sql`${sql.ref(name)}::text`
  return sql`select ${sql.lit(`${table}.${name}`)} as place, ${value} as value
    from ${sql.raw(table.startsWith('job') ? `job."${table}"` : `"${table}"`)} where ${value} ~ ${sql.lit(digits)} and ${value} ~ ${sql.lit(number)}`
}

/** Values with a clear number, as `table.column: value`. */
export async function findStoredNumbers(db: Executor): Promise<string[]> {
  const columns = await maskedColumns(db)
  if (columns.length === 0) return []
  const { rows } = await sql<{ place: string; value: string }>`
    ${sql.join(columns.map(valuesOf), sql` union all `)}`.execute(db)
  return rows.filter(({ value }) => showsNumber(value)).map(({ place, value }) => `${place}: ${value}`)
}

const problems = new Set<string>()

/** Checks a test's database before it is dropped. */
export async function checkStored(db: Executor): Promise<void> {
  for (const place of await findStoredNumbers(db)) problems.add(`stores a clear number in ${place}`)
}

/** The problems since the last call. */
export function takeStored(): readonly string[] {
  const taken = [...problems]
  problems.clear()
  return taken
}
