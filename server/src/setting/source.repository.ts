import { sql } from 'kysely'
import type { Executor } from '../platform/db/client.ts'
import { target } from '../platform/db/target.ts'
import type { Scope } from '../platform/session/session.ts'

/** The store's own customer sources (`custom_source`). Deleted ones keep their row. */

/** Inserts a source; undefined if the name exists. */
export async function insertSource(
  db: Executor,
  { dealerId }: Scope,
  name: string,
): Promise<{ id: number } | undefined> {
  return db
    .insertInto('custom_source')
    .values({ dealer_id: dealerId, name })
    .onConflict((conflict) =>
      conflict.columns(['dealer_id', 'name']).where('deleted_at', 'is', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
}

/** Locks all sources of the store, by id. */
export async function lockSources(
  db: Executor,
  { dealerId }: Scope,
): Promise<{ id: number; name: string }[]> {
  return db
    .selectFrom('custom_source')
    .select(['id', 'name'])
    .where('dealer_id', '=', dealerId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Renames a source. Returns false if another one has the name. */
export async function updateSource(
  db: Executor,
  { dealerId }: Scope,
  sourceId: number,
  name: string,
): Promise<boolean> {
  const { rows } = await sql`
    update ${target('custom_source')} set name = ${name}
    where dealer_id = ${dealerId} and id = ${sourceId}
      and not exists (select from custom_source other
                      where other.dealer_id = ${dealerId} and other.name = ${name} and other.deleted_at is null)
    returning id`.execute(db)
  return rows.length > 0
}

export async function deleteSource(
  db: Executor,
  { dealerId }: Scope,
  sourceId: number,
  now: Date,
): Promise<void> {
  await db
    .updateTable('custom_source')
    .set({ deleted_at: now })
    .where('dealer_id', '=', dealerId)
    .where('id', '=', sourceId)
    .execute()
}
