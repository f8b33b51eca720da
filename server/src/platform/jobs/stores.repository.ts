import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Executor } from '../db/client.ts'

/** Ids of the open stores, for jobs that work for them. */
export async function listStores(db: Executor): Promise<number[]> {
  const rows = await db
    .selectFrom('dealer')
    .select('id')
    .where('closed_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Ids of all stores, for jobs that delete what is old. */
export async function listAllStores(db: Executor): Promise<number[]> {
  const rows = await db.selectFrom('dealer').select('id').orderBy('id').execute()
  return rows.map(({ id }) => id)
}

/** Ids of the open stores of which the query returns a row. Each store is asked for by its own value, as a distributed database demands. */
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

/** Whether one of the stores is closed. */
export async function hasClosedStore(db: Executor, dealerIds: ReadonlySet<number>): Promise<boolean> {
  const { rows } = await sql`
    select from dealer where id = any(${[...dealerIds]}::int[]) and closed_at is not null limit 1`.execute(db)
  return rows.length > 0
}

export interface StoreCode {
  readonly id: number
  /** Other systems name the store by it. */
  readonly code: string
  readonly isClosed: boolean
  /** Gets the leads of a closed store. */
  readonly successorId: number | null
}
export const listStoreCodes = (db: Executor): Promise<StoreCode[]> =>
  db
    .selectFrom('dealer')
    .select(['id', 'code', sql<boolean>`closed_at is not null`.as('isClosed'), 'successor_id as successorId'])
    .execute()

/** Returns the open store that gets the leads of a store: itself, or its successor's; undefined without one. */
export function receiverOf(stores: ReadonlyMap<number, StoreCode>, store: StoreCode): number | undefined {
  const passed = new Set<number>()
  let one: StoreCode | undefined = store
  while (one?.isClosed && !passed.has(one.id)) {
    passed.add(one.id)
    one = stores.get(one.successorId ?? 0)
  }
  return one?.isClosed ? undefined : one?.id
}
