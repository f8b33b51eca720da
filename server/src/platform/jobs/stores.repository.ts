import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Executor } from '../db/client.ts'

/** Ids of all stores, for jobs that serve each of them. */
export async function listStores(db: Executor): Promise<number[]> {
  const rows = await db.selectFrom('dealer').select('id').orderBy('id').execute()
  return rows.map(({ id }) => id)
}

/** Ids of the stores of which the query returns a row. Each store is asked for by its own value, as a distributed database demands. */
export async function listStoresWith(
  db: Executor,
  find: (dealerId: number) => RawBuilder<unknown>,
): Promise<number[]> {
  const ids: number[] = []
  for (const dealerId of await listStores(db)) {
    const { rows } = await sql`${find(dealerId)} limit 1`.execute(db)
    if (rows.length > 0) ids.push(dealerId)
  }
  return ids
}

/** The code of each store, by which other systems name it. */
export const listStoreCodes = (db: Executor): Promise<{ id: number; code: string }[]> =>
  db.selectFrom('dealer').select(['id', 'code']).execute()
