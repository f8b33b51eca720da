import type { Executor } from './db/client.ts'

/** Ids of all stores, for jobs that serve each of them. */
export async function listStores(db: Executor): Promise<number[]> {
  const rows = await db.selectFrom('dealer').select('id').orderBy('id').execute()
  return rows.map(({ id }) => id)
}

/** The code of each store, by which other systems name it. */
export const listStoreCodes = (db: Executor): Promise<{ id: number; code: string }[]> =>
  db.selectFrom('dealer').select(['id', 'code']).execute()
