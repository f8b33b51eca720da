import { sql } from 'kysely'
import type { Executor } from '../db/client.ts'
import type { Uploader } from './files.ts'

/** Recorded uploads (`upload`): a ticket each, and whether a record uses it. */

/** Value of `asked_at` that marks an upload for removal: no record may take it any more. */
const givenUpAt = new Date(0)

/** Inserts an upload; an existing row of the key stays. */
export async function insertUpload(
  db: Executor,
  { dealerId, memberId }: Uploader,
  key: string,
  now: Date,
): Promise<void> {
  await db
    .insertInto('upload')
    .values({ dealer_id: dealerId, key, member_id: memberId, asked_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Whether a record uses the upload, and whether it is marked for removal. */
export async function findUpload(
  db: Executor,
  { dealerId }: Pick<Uploader, 'dealerId'>,
  key: string,
): Promise<{ isUnused: boolean; isGoing: boolean } | undefined> {
  const row = await db
    .selectFrom('upload')
    .select(['asked_at', 'used_at'])
    .where('dealer_id', '=', dealerId)
    .where('key', '=', key)
    .executeTakeFirst()
  if (!row) return undefined
  const isUnused = row.used_at === null
  return { isUnused, isGoing: isUnused && row.asked_at <= givenUpAt }
}

/** Marks an upload as used. Returns false if it is marked for removal, or gone. */
export async function markUsed(
  db: Executor,
  { dealerId }: Pick<Uploader, 'dealerId'>,
  key: string,
  now: Date,
): Promise<boolean> {
  const row = await db
    .updateTable('upload')
    .set({ used_at: sql`coalesce(used_at, ${now})` })
    .where('dealer_id', '=', dealerId)
    .where('key', '=', key)
    .where((where) => where.or([where('used_at', 'is not', null), where('asked_at', '>', givenUpAt)]))
    .executeTakeFirst()
  return row.numUpdatedRows > 0
}

/** Those of the keys that the member uploaded and no record uses. */
export async function listUnused(
  db: Executor,
  { dealerId, memberId }: Uploader,
  keys: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('upload')
    .select('key')
    .where('dealer_id', '=', dealerId)
    .where('member_id', '=', memberId)
    .where('key', 'in', keys)
    .where('used_at', 'is', null)
    .execute()
  return rows.map((row) => row.key)
}

/** Marks up to `limit` unused uploads for removal and returns their keys. Skips those that a record is taking at the moment. */
export async function giveUp(db: Executor, dealerId: number, before: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('upload')
    .select('key')
    .where('dealer_id', '=', dealerId)
    .where('used_at', 'is', null)
    .where('asked_at', '<', before)
    .orderBy('asked_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  const keys = rows.map(({ key }) => key)
  if (keys.length > 0)
    await db
      .updateTable('upload')
      .set({ asked_at: givenUpAt })
      .where('dealer_id', '=', dealerId)
      .where('key', 'in', keys)
      .execute()
  return keys
}

/** Deletes the rows of uploads that were marked for removal. */
export async function deleteGivenUp(db: Executor, dealerId: number, keys: readonly string[]): Promise<void> {
  await db
    .deleteFrom('upload')
    .where('dealer_id', '=', dealerId)
    .where('key', 'in', keys)
    .where('asked_at', '=', givenUpAt)
    .execute()
}

/** Deletes the rows of uploads that a record has used since before. Their files stay. */
export async function deleteUsed(db: Executor, dealerId: number, before: Date): Promise<void> {
  await db.deleteFrom('upload').where('dealer_id', '=', dealerId).where('used_at', '<', before).execute()
}
