import { sql } from 'kysely'
import type { Executor } from '../platform/db/client.ts'
import type { Scope } from '../platform/session/session.ts'

/** Limits for one file and for all files of the store in megabytes, and the bytes in use. */
export interface Room {
  readonly maxMb: number
  readonly quotaMb: number
  readonly usedBytes: number
}

/** Reads limits and use. With `isLocked` no other member can add a file to the store until the transaction ends. */
export async function readRoom(db: Executor, { dealerId }: Scope, isLocked = false): Promise<Room> {
  if (isLocked)
    await sql`select pg_advisory_xact_lock(hashtext('files of a store'), ${dealerId}::int)`.execute(db)
  const { rows } = await sql<Room>`
    select d.file_max_mb as "maxMb", d.file_quota_mb as "quotaMb",
           (select coalesce(sum(f.file_size), 0)::bigint from dealer_file f where f.dealer_id = ${dealerId}) as "usedBytes"
    from dealer d where d.id = ${dealerId}`.execute(db)
  const [room] = rows
  if (!room) throw new Error('the store of the session is missing')
  return room
}

/** Returns a page of the store's files, newest first, and their total. */
export async function listFiles(
  db: Executor,
  { dealerId }: Scope,
  { pageStart, pageCount }: { readonly pageStart: number; readonly pageCount: number },
) {
  const of = db.selectFrom('dealer_file').where('dealer_id', '=', dealerId)
  const { total } = await of.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await of
    .select((eb) => [
      'id',
      'file_name as fileName',
      'file_key as fileKey',
      'file_size as fileSize',
      'user_name as userName',
      eb.fn<number>('epoch', ['created_at']).as('createdAt'),
    ])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(pageCount)
    .offset((pageStart - 1) * pageCount)
    .execute()
  return { rows, total }
}

/** Registers an upload; returns undefined if it is registered already. */
export async function insertFile(
  db: Executor,
  { dealerId, memberId }: Scope,
  file: {
    readonly name: string
    readonly key: string
    readonly size: number
    readonly userName: string
    readonly at: Date
  },
): Promise<number | undefined> {
  const made = await db
    .insertInto('dealer_file')
    .values({
      dealer_id: dealerId,
      file_name: file.name,
      file_key: file.key,
      file_size: file.size,
      member_id: memberId,
      user_name: file.userName,
      created_at: file.at,
    })
    .onConflict((conflict) => conflict.columns(['dealer_id', 'file_key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return made?.id
}

/** Returns those of the keys that are files of the store. */
export async function listSharedKeys(
  db: Executor,
  { dealerId }: Scope,
  keys: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('dealer_file')
    .select('file_key')
    .where('dealer_id', '=', dealerId)
    .where('file_key', 'in', keys)
    .execute()
  return rows.map((row) => row.file_key)
}

export const deleteFiles = (db: Executor, { dealerId }: Scope, ids: readonly number[]) =>
  db
    .deleteFrom('dealer_file')
    .where('dealer_id', '=', dealerId)
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .returning(['id', 'file_name as fileName', 'file_key as fileKey'])
    .execute()
