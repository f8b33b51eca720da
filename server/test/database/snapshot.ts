import { sql } from 'kysely'
import type { CompiledQuery } from 'kysely'
import { expect } from 'vitest'
import { statementChannel } from '../../src/platform/db/client.ts'
import type { Database, SentStatement } from '../../src/platform/db/client.ts'
import { listTables } from '../../src/platform/tables/describe.ts'
import { allTables } from '../../src/rooms.ts'
import { perText, usesIn } from '../guards/statement.ts'

/** Tables that a refused call may change, and base data, which no call changes. */
const leftOut: ReadonlySet<string> = new Set(
  listTables(allTables).flatMap(({ table, room, background }) =>
    background || room === 'base' ? [table] : [],
  ),
)

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

const isReading = /^\s*(?:select|begin|commit|rollback)\b/i
/** Whether a statement may write a table of the snapshot; one that names no table may. */
const mayWrite = perText((text) => {
  if (isReading.test(text)) return false
  const uses = usesIn(text)
  return uses.length === 0 || uses.some(({ table, verb }) => verb !== 'select' && !leftOut.has(table))
})

/** How many statements this process has sent that may write. */
let writes = 0
statementChannel.subscribe((message) => {
  if (mayWrite((message as SentStatement).text)) writes += 1
})

/** The last snapshot, which holds until the next write. */
let last:
  | { readonly db: Database; readonly writes: number; readonly prints: Record<string, string> }
  | undefined

/** A snapshot of now: the last one, if nothing was sent since that may have changed it. */
async function takeSnapshot(db: Database): Promise<Record<string, string>> {
  if (last?.db === db && last.writes === writes) return last.prints
  const before = writes
  const prints = await snapshot(db)
  last = { db, writes: before, prints }
  return prints
}

/** Runs work that must change nothing. `settle` ends what earlier writes have begun. */
export async function nothingWritten(
  db: Database,
  work: () => Promise<void>,
  settle: () => Promise<unknown> = () => Promise.resolve(),
): Promise<void> {
  if (last?.db !== db || last.writes !== writes) await settle()
  const before = await takeSnapshot(db)
  await work()
  expect(await takeSnapshot(db)).toEqual(before)
}
