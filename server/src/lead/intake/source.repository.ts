import type { Executor } from '../../platform/db/client.ts'

export type Sends = 'leads' | 'orders' | 'records'

interface SealedSource {
  readonly name: string
  readonly sourceId: number
  readonly rate: number
  readonly sends: Sends
  readonly key: string
  /** The sealed secret. */
  readonly sealed: Buffer
}

/** Stores a source. One with the same key is overwritten and becomes active. */
export async function saveSource(
  db: Executor,
  { name, sourceId, rate, sends, key, sealed }: SealedSource,
  now: Date,
): Promise<void> {
  const changing = { name, source_id: sourceId, rate, sends, sealed_secret: sealed, active: true }
  await db
    .insertInto('lead_source')
    .values({ ...changing, key, created_at: now })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(changing))
    .execute()
}

/** The name of an online source; undefined for an unknown code. */
export async function findOnlineSource(db: Executor, sourceId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('dictionary')
    .select('display')
    .where('kind', '=', 'onlineSources')
    .where('value', '=', String(sourceId))
    .executeTakeFirst()
  return row?.display
}

export const listSources = (db: Executor) =>
  db
    .selectFrom('lead_source')
    .select(['key', 'name', 'source_id as sourceId', 'rate', 'active', 'sends'])
    .orderBy('id')
    .execute()

/** Active senders of one kind of item. */
export const listActive = (db: Executor, sends: Sends) =>
  db
    .selectFrom('lead_source')
    .select(['id', 'key', 'source_id as sourceId', 'sealed_secret as sealed', 'rate'])
    .where('active', '=', true)
    .where('sends', '=', sends)
    .execute()

export const listSealed = (db: Executor) =>
  db.selectFrom('lead_source').select(['id', 'name', 'key', 'sealed_secret as sealed']).execute()

export async function setSealed(db: Executor, id: number, sealed: Buffer): Promise<void> {
  await db.updateTable('lead_source').set({ sealed_secret: sealed }).where('id', '=', id).execute()
}

/** Stops a source or reactivates it. Returns false for an unknown key. */
export async function setActive(db: Executor, key: string, active: boolean): Promise<boolean> {
  const changed = await db
    .updateTable('lead_source')
    .set({ active })
    .where('key', '=', key)
    .executeTakeFirst()
  return changed.numUpdatedRows > 0n
}

/** The names of all series, by which senders may name them. */
export const listSeries = (db: Executor): Promise<{ id: number; name: string }[]> =>
  db.selectFrom('series').select(['id', 'name']).execute()
