import { unlessShown } from '@showroom/contract/kernel/mask'
import { audit } from '../platform/auditing/audit.ts'
import type { Context } from '../platform/http/handler.ts'
import { refuseField, Refusal } from '../platform/refusal.ts'
import { deleteSource, insertSource, lockSources, updateSource } from './source.repository.ts'

/** The store's own customer sources. Names are unique; a deleted source stays on the files that have it. */

const exists = (): Refusal => refuseField('SOURCE_EXISTS', 'name', '该来源名称已存在')

export async function addSource(context: Context, name: string): Promise<{ id: number }> {
  const { db, session } = context
  const made = await insertSource(db, session.scope, name)
  if (!made) throw exists()
  await audit(context, 'setting', `source:${made.id}`, { old: null, new: name })
  return made
}

/** Renames a source, also on the files that have it. */
export async function renameSource(context: Context, sourceId: number, name: string): Promise<void> {
  const { db, session } = context
  const before = await lockSource(context, sourceId)
  if (unlessShown(name, before) === before) return
  if (!(await updateSource(db, session.scope, sourceId, name))) throw exists()
  await audit(context, 'setting', `source:${sourceId}`, { old: before, new: name })
}

export async function removeSource(context: Context, sourceId: number): Promise<void> {
  const { db, session, now } = context
  const name = await lockSource(context, sourceId)
  await deleteSource(db, session.scope, sourceId, now)
  await audit(context, 'setting', `source:${sourceId}`, { old: name, new: null })
}

/** Locks all of the store's sources, so that changes run one at a time, and returns the name of this one. */
async function lockSource({ db, session }: Context, sourceId: number): Promise<string> {
  const source = (await lockSources(db, session.scope)).find(({ id }) => id === sourceId)
  if (!source) throw new Refusal('NOT_FOUND')
  return source.name
}
