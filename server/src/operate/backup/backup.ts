import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../../platform/config/config.ts'
import type { Clock } from '../../platform/clock.ts'
import { outboxOf, placeOf, startBaseBackup } from '../postgres/index.ts'
import type { Beside } from '../postgres/index.ts'
import { release } from '../../platform/config/release.ts'
import { readServerSecret } from '../../platform/config/secret.ts'
import { shipWal } from './archiver.ts'
import { markerOf, nameOf, partOf, sealedEnding, spaceOf } from './catalogue.ts'
import type { Backup } from './catalogue.ts'
import { createFileCopier } from './files.ts'
import type { Place } from './place.ts'
import { removeOld } from './retention.ts'
import { sealed } from './seal.ts'

/** One run of `backup`. */

/** Contents of the small encrypted object beside a base. */
export interface Secrets {
  readonly fileSecret: string
  /** The password of the embedded cluster's role. */
  readonly password?: string
}

export interface Done {
  readonly backup: Backup
  /** Backups that were too old. */
  readonly removed: number
}

async function* once(bytes: Uint8Array | string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(bytes)
}

interface Run {
  readonly config: Config
  readonly place: Place
  readonly key: string
  readonly days: number
  readonly clock: Clock
}

/** The embedded database with files and secret. The server may run. */
export async function backUpAll(run: Run, database: Beside): Promise<Done> {
  const home = placeOf(path.resolve(run.config.DATA_DIR))
  return write(run, 'base', home, async (put, startedAt) => {
    const base = await startBaseBackup(database.url, `showroom ${startedAt.toISOString()}`)
    await put('base.tar', base.archive)
    const { manifest, firstSegment } = await base.finish()
    await put('manifest', once(manifest))
    // Without a running server no one else takes the WAL.
    if (!database.isServed) await shipWal(outboxOf(home), { ...run, space: await spaceOf(home) })
    const password = (await readFile(path.join(home, 'password'), 'utf8')).trim()
    return { firstSegment, password }
  })
}

/** Files and secret, beside a backup of the given database by another program. */
export const backUpFiles = (run: Run): Promise<Done> =>
  write(run, 'files', path.resolve(run.config.DATA_DIR), () => Promise.resolve({}))

type Put = (part: string, content: AsyncIterable<Uint8Array>) => Promise<void>

async function write(
  { config, place, key, days, clock }: Run,
  kind: Backup['kind'],
  folder: string,
  writeBase: (put: Put, startedAt: Date) => Promise<{ firstSegment?: string; password?: string }>,
): Promise<Done> {
  const startedAt = clock()
  const space = await spaceOf(folder)
  const name = nameOf(startedAt, space)
  let bytes = 0
  const put: Put = async (part, content) => {
    bytes += await place.write(partOf({ space, name }, part + sealedEnding), sealed(key, content))
  }
  const { firstSegment, password } = await writeBase(put, startedAt)
  // After the database, so that each row's file is there.
  const files = config.bucket ? 'in a bucket' : 'kept'
  if (files === 'kept') {
    const copier = createFileCopier(path.join(config.DATA_DIR, 'files'), { place, space, key })
    const list = JSON.stringify(await copier.copyAll())
    bytes += await place.write(partOf({ space, name }, 'files.json'), once(list))
  }
  const secrets: Secrets = {
    fileSecret: await readServerSecret(config),
    ...(password !== undefined && { password }),
  }
  await put('secrets.json', once(JSON.stringify(secrets)))
  const backup: Backup = {
    kind,
    name,
    space,
    release,
    startedAt: startedAt.toISOString(),
    endedAt: clock().toISOString(),
    bytes,
    ...(firstSegment !== undefined && { firstSegment }),
    files,
  }
  await place.write(markerOf(name), once(JSON.stringify(backup)))
  return { backup, removed: await removeOld(place, space, days, clock()) }
}
