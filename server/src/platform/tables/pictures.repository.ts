import { sql } from 'kysely'
import type { Executor } from '../db/client.ts'
import { listTables } from './describe.ts'
import type { AllTables } from './describe.ts'

/** Pictures that show clear numbers, by the word of their columns: they are read by reveals alone. */

/** Returns those of a store's keys that such a column holds. */
export async function listClear(
  db: Executor,
  { dealerId }: { readonly dealerId: number },
  all: AllTables,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  if (keys.length === 0) return new Set()
  const columns = listTables(all).flatMap(({ table, texts }) =>
    Object.entries(texts).flatMap(([name, word]) =>
      'shows' in word && word.shows === 'clear' ? [{ table, column: sql.ref(name) }] : [],
    ),
  )
  if (columns.length === 0) return new Set()
  const held = columns.map(
    ({ table, column }) => sql`
      select ${column} as key from ${sql.table(table)}
      where dealer_id = ${dealerId} and ${column} <> '' and ${column} = any(${[...keys]}::text[])`,
  )
  const { rows } = await sql<{ key: string }>`${sql.join(held, sql` union all `)}`.execute(db)
  return new Set(rows.map(({ key }) => key))
}
