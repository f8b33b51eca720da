import { readFile, writeFile } from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { bytesOf } from './seal.ts'
import type { Kept, Place } from './place.ts'

/**
 * The names of a place: `backups/TIME-SPACE.json` lists a complete backup and is written last; everything else is below its space, one for
 * each life of a database, so that a restored copy never writes between the WAL of its original.
 */

export interface Backup {
  /** `base`: the embedded database, files and secret. `files`: files and secret only. */
  readonly kind: 'base' | 'files'
  /** Its time and space, e.g. `20261126T220000Z-1f2e3d4c`. */
  readonly name: string
  readonly space: string
  readonly release: string
  readonly startedAt: string
  /** From here on it can be restored. */
  readonly endedAt: string
  /** Bytes in the place, without WAL and files that earlier backups had. */
  readonly bytes: number
  /** The first WAL segment that a restore of a base reads. */
  readonly firstSegment?: string
  /** The place of uploads: the backup, or a bucket that keeps its own versions. */
  readonly files: 'kept' | 'in a bucket'
}

const listPrefix = 'backups/'
export const markerOf = (name: string): string => `${listPrefix}${name}.json`
export const walPrefix = (space: string): string => `${space}/wal/`
export const newestPrefix = (space: string): string => `${space}/newest/`
/** An object with the name of the newest segment that was sent. */
export const newestOf = (space: string): string => `${newestPrefix(space)}wal`
export const isSegment = (name: string): boolean => /^[0-9A-F]{24}$/.test(name)
export const filesPrefix = (space: string): string => `${space}/files/`
export const basePrefix = (space: string): string => `${space}/base/`
export const partOf = ({ space, name }: Pick<Backup, 'space' | 'name'>, part: string): string =>
  `${basePrefix(space)}${name}/${part}`
/** Ending of compressed and encrypted objects. */
export const sealedEnding = '.gz.age'

export const nameOf = (at: Date, space: string): string =>
  `${at.toISOString().replaceAll(/[-:]|\.\d+/g, '')}-${space}`

/** Lists the complete backups, the oldest first. */
export async function listBackups(place: Place): Promise<Backup[]> {
  const backups: Backup[] = []
  for (const { name } of await place.list(listPrefix))
    backups.push(JSON.parse((await bytesOf(await place.read(name))).toString()) as Backup)
  return backups.toSorted((a, b) => (a.endedAt < b.endedAt ? -1 : 1))
}

/** Time until which WAL of a space has arrived; undefined without any. */
export const lastArrival = (wal: readonly Kept[]): Date | undefined =>
  wal
    .map(({ at }) => at)
    .toSorted((a, b) => a.getTime() - b.getTime())
    .at(-1)

/** A version of an upload in a place. */
export interface KeptFile extends Kept {
  readonly key: string
  readonly changedAt: Date
}

export const fileName = (space: string, key: string, changedAt: Date): string =>
  `${filesPrefix(space)}${key}@${Math.floor(changedAt.getTime())}${sealedEnding}`

export async function listFiles(place: Place, space: string, under = ''): Promise<KeptFile[]> {
  const prefix = filesPrefix(space)
  const objects = await place.list(prefix + under)
  return objects.flatMap((one) => {
    const [, key = '', ms = ''] = /^(.+)@(\d+)\.gz\.age$/.exec(one.name.slice(prefix.length)) ?? []
    return key ? [{ ...one, key, changedAt: new Date(Number(ms)) }] : []
  })
}

/** Returns the space of a data folder, which is made with its first backup. Restores do not bring it back. */
export async function spaceOf(folder: string): Promise<string> {
  const file = path.join(folder, 'backup-space')
  const read = async (): Promise<string | undefined> =>
    (await readFile(file, 'utf8').catch(() => undefined))?.trim()
  const entries = await read()
  if (entries) return entries
  // Another process may make it at the same time; the first one wins.
  await writeFile(file, `${randomBytes(4).toString('hex')}\n`, { flag: 'wx' }).catch(() => undefined)
  return (await read()) ?? ''
}
