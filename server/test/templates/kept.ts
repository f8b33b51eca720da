import path from 'node:path'
import { createLog } from '../../src/platform/observe/log.ts'
import { startEmbeddedPostgres } from '../../src/operate/postgres/index.ts'
import { ask } from '../citus/citus.ts'
import { hashClosure } from './closure.ts'
import { openShelf, sharedOf } from './shelf.ts'
import type { Keys } from './shelf.ts'

/**
 * Throw-away clusters whose templates outlive them: a run starts a copy of the cluster that an earlier run kept, and
 * at its end keeps its own, if that has more templates. The templates are known by the hash of migrations, seeds and
 * the code that fills them, and that makes the cluster.
 */

const root = path.resolve(import.meta.dirname, '../../..')
const shelf = openShelf(path.join(root, 'node_modules/.cache/postgres'))

/** The template `template_<name>` is filled by the file of this name beside this one. The first is the base of the others. */
export const templateNames = ['showroom', 'demo', 'large'] as const
export type TemplateName = (typeof templateNames)[number]

const patterns = [
  'server/migrations/**/*.*',
  'server/package.json',
  'server/src/operate/postgres/embedded.ts',
]
const readKeys = (): Keys =>
  Object.fromEntries(
    templateNames.map((name) => [name, hashClosure(root, `server/test/templates/${name}.ts`, patterns)]),
  )

export interface ThrowAway {
  /** URL of the maintenance database. */
  readonly url: string
  stop(): Promise<void>
}

const databases = async (url: string): Promise<string[]> =>
  (await ask<{ name: string }>(url, 'select datname as name from pg_database')).map(({ name }) => name)

/** Removes the databases of the run, so that templates are left, and what the run did not use is not kept. */
async function leaveTemplates(url: string, names: readonly string[]): Promise<void> {
  const own = new Set(['postgres', 'showroom', 'template0', 'template1'])
  const templates = new Set(names.map((name) => `template_${name}`))
  for (const name of await databases(url))
    if (!own.has(name) && !templates.has(name)) await ask(url, `drop database "${name}" with (force)`)
}

/** Whether the run changed the cluster itself, by roles or settings: its templates are then not kept. */
async function isAltered(url: string): Promise<boolean> {
  const [{ altered } = { altered: true }] = await ask<{ altered: boolean }>(
    url,
    `select exists (select from pg_roles where rolname !~ '^pg_' and rolname <> current_user)
       or exists (select from pg_db_role_setting)
       or exists (select from pg_file_settings where sourcefile like '%auto.conf') as altered`,
  )
  return altered
}

/** Starts a throw-away cluster, with the templates of a kept one if there are any. */
export async function startThrowAway(): Promise<ThrowAway> {
  const keys = readKeys()
  const shelved = process.platform === 'win32' ? undefined : shelf.find(keys)
  const start = (copyOf?: string) => startEmbeddedPostgres({ durable: false, copyOf, log: createLog('warn') })
  // Another process may remove a folder that was not used for an hour just now.
  const cluster = await (shelved ? start(shelved.folder).catch(() => start()) : start())
  const had = shelved ? sharedOf(shelved.keys, keys) : []
  await leaveTemplates(cluster.url, had)
  return {
    url: cluster.url,
    async stop() {
      const names = new Set(await databases(cluster.url))
      const filled = templateNames.filter((name) => names.has(`template_${name}`))
      const isMore = process.platform !== 'win32' && filled.length > had.length
      // Files that changed meanwhile may have filled a later template.
      if (!isMore || JSON.stringify(readKeys()) !== JSON.stringify(keys) || (await isAltered(cluster.url)))
        return cluster.stop()
      await leaveTemplates(cluster.url, filled)
      const filledFrom = Object.fromEntries(filled.map((name) => [name, keys[name] ?? '']))
      await shelf.keep(filledFrom, (folder) => cluster.stop(folder))
    },
  }
}
