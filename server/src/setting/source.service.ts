import { unlessShown } from '@showroom/contract/kernel/mask'
import { sql } from 'kysely'
import { audit } from '../platform/audit.ts'
import type { Context } from '../platform/http/handler.ts'
import { refuseField, Refusal } from '../platform/refusal.ts'

/** The store's own customer sources. Names are unique; a deleted source stays on the files that have it. */

const exists = (): Refusal => refuseField('SOURCE_EXISTS', 'name', '该来源名称已存在')

export async function addSource(context: Context, name: string): Promise<{ id: number }> {
  const { db, session } = context
  const made = await db
    .insertInto('custom_source')
    .values({ dealer_id: session.dealerId, name })
    .onConflict((conflict) =>
      conflict.columns(['dealer_id', 'name']).where('deleted_at', 'is', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  if (!made) throw exists()
  await audit(context, 'setting', `source:${made.id}`, { old: null, new: name })
  return made
}

/** Renames a source, also on the files that have it. */
export async function renameSource(context: Context, sourceId: number, name: string): Promise<void> {
  const { db, session } = context
  const before = await lockSource(context, sourceId)
  if (unlessShown(name, before) === before) return
  const { rows } = await sql`
    update custom_source set name = ${name}
    where dealer_id = ${session.dealerId} and id = ${sourceId}
      and not exists (select from custom_source other
                      where other.dealer_id = ${session.dealerId} and other.name = ${name} and other.deleted_at is null)
    returning id`.execute(db)
  if (rows.length === 0) throw exists()
  await audit(context, 'setting', `source:${sourceId}`, { old: before, new: name })
}

export async function removeSource(context: Context, sourceId: number): Promise<void> {
  const { db, session, now } = context
  const name = await lockSource(context, sourceId)
  await db
    .updateTable('custom_source')
    .set({ deleted_at: now })
    .where('dealer_id', '=', session.dealerId)
    .where('id', '=', sourceId)
    .execute()
  await audit(context, 'setting', `source:${sourceId}`, { old: name, new: null })
}

/** Locks all of the store's sources, so that changes run one at a time, and returns the name of this one. */
async function lockSource({ db, session }: Context, sourceId: number): Promise<string> {
  const all = await db
    .selectFrom('custom_source')
    .select(['id', 'name'])
    .where('dealer_id', '=', session.dealerId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  const found = all.find(({ id }) => id === sourceId)
  if (!found) throw new Refusal('NOT_FOUND')
  return found.name
}
