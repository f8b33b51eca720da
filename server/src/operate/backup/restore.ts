import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileMode, folderMode } from '../../platform/files/disk.ts'
import { createLog } from '../../platform/observe/log.ts'
import { draftName, lockFolder, restoreCluster } from '../postgres/index.ts'
import type { Secrets } from './backup.ts'
import {
  isSegment,
  lastArrival,
  listBackups,
  listFiles,
  newestPrefix,
  partOf,
  sealedEnding,
  walPrefix,
} from './catalogue.ts'
import type { Backup, KeptFile } from './catalogue.ts'
import type { Kept, Place } from './place.ts'
import { readFileList } from './retention.ts'
import { bytesOf, opened } from './seal.ts'

/** One run of `restore`. */

export interface Restoration {
  readonly place: Place
  readonly key: string
  /** Must be empty. */
  readonly dataDir: string
  /** The last moment that is wanted; undefined for the newest. */
  readonly until: Date | undefined
  readonly kind: Backup['kind']
  /** Prints progress. */
  readonly say: (line: string) => void
}

export interface Span {
  readonly backup: Backup
  /** Until then it can be restored; of files the time of the backup. */
  readonly until: Date
}

/** Lists the backups with the time until which each can be restored: of the last one of a space until its WAL ends. */
export async function listSpans(place: Place): Promise<Span[]> {
  const backups = await listBackups(place)
  const arrivals = new Map<string, Date | undefined>()
  for (const { space } of backups)
    if (!arrivals.has(space)) arrivals.set(space, lastArrival(await place.list(walPrefix(space))))
  return backups.map((backup) => {
    const ended = new Date(backup.endedAt)
    const arrived = backup.kind === 'base' ? arrivals.get(backup.space) : undefined
    return { backup, until: arrived && arrived > ended ? arrived : ended }
  })
}

/** The newest backup that was complete at that time. */
function choose(spans: readonly Span[], kind: Backup['kind'], until: Date | undefined): Span {
  const fit = spans.filter(({ backup }) => backup.kind === kind)
  const chosen = fit.findLast(({ backup }) => !until || new Date(backup.endedAt) <= until)
  if (chosen) return chosen
  const [first] = fit
  throw new Error(
    first
      ? `Nothing is older than ${first.backup.endedAt}, the end of the first backup: choose that time or a later one.`
      : 'There is no complete backup.',
  )
}

/** Names that an empty folder may hold: those of a mount point, and what a killed restore left. */
const allowed = new Set([draftName, 'lock.json', 'place', 'lost+found'])

async function demandEmpty(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true })
  const stranger = (await readdir(dataDir)).find((name) => !allowed.has(name))
  if (stranger)
    throw new Error(
      `${dataDir} is not empty (${stranger}): a restore overwrites nothing. Move it away, or set DATA_DIR to another folder.`,
    )
}

/** Segments that are fetched ahead of PostgreSQL. */
const ahead = 4

/** Returns WAL files by their names, and fetches those that follow. `newest`: the last segment that was sent, even if it is gone. */
export function createWal(
  { place, key }: Pick<Restoration, 'place' | 'key'>,
  space: string,
  wal: readonly Kept[],
  newest = '',
) {
  const names = wal.map(({ name }) => name.slice(walPrefix(space).length).replace(sealedEnding, ''))
  const at = new Map(names.map((name, index) => [name, index]))
  const fetched = new Map<string, Promise<Uint8Array>>()
  const start = (name: string): Promise<Uint8Array> => {
    const piece = fetched.get(name)
    if (piece) return piece
    const full = walPrefix(space) + name + sealedEnding
    const reading = (async () => bytesOf(opened(key, full, await place.read(full))))()
    reading.catch(() => undefined)
    fetched.set(name, reading)
    return reading
  }
  let replayed = 0
  let gap: string | undefined
  return {
    replayed: () => replayed,
    /** The first segment that is missing although it, or a later one of its timeline, was sent. */
    gap: () => gap,
    async fetch(name: string): Promise<Uint8Array | undefined> {
      const index = at.get(name)
      if (index === undefined) {
        const wasSent = [...names, newest].some((one) => one >= name && one.slice(0, 8) === name.slice(0, 8))
        if (isSegment(name) && wasSent) gap ??= name
        return undefined
      }
      const next = names.slice(index, index + ahead + 1).filter(isSegment)
      for (const other of fetched.keys()) if (other !== name && !next.includes(other)) fetched.delete(other)
      for (const one of next) void start(one)
      const content = await start(name)
      replayed += 1
      return content
    },
  }
}

/** Versions of uploads at that time: those of the backup, and those that came since, the newest of each. */
async function chooseFiles(place: Place, backup: Backup, until: Date | undefined): Promise<KeptFile[]> {
  const listed = new Set(await readFileList(place, backup))
  const since = new Date(backup.startedAt)
  const chosen = new Map<string, KeptFile>()
  for (const file of await listFiles(place, backup.space)) {
    const isLater = file.changedAt >= since && (!until || file.changedAt <= until)
    if (!listed.has(file.name) && !isLater) continue
    const other = chosen.get(file.key)
    if (!other || other.changedAt < file.changedAt) chosen.set(file.key, file)
  }
  return [...chosen.values()]
}

async function restoreFiles(
  { place, key }: Restoration,
  files: readonly KeptFile[],
  folder: string,
): Promise<void> {
  for (const { name, key: file, changedAt } of files) {
    const target = path.join(folder, file)
    await mkdir(path.dirname(target), { recursive: true, mode: folderMode })
    await pipeline(
      Readable.from(opened(key, name, await place.read(name)), { objectMode: false }),
      createWriteStream(target, { mode: fileMode }),
    )
    await utimes(target, changedAt, changedAt)
  }
}

/**
 * Restores into an empty folder: database, files, secret. All is written into a draft and moved to its place at the end, the database
 * last, so that a half restore never starts.
 */
export async function restore(run: Restoration): Promise<void> {
  const { dataDir } = run
  await demandEmpty(dataDir)
  const unlock = lockFolder(dataDir, 'npm run restore')
  const draft = path.join(dataDir, draftName)
  try {
    await rm(draft, { recursive: true, force: true })
    await restoreInto(run, draft)
  } finally {
    // It holds clear numbers of people.
    await rm(draft, { recursive: true, force: true })
    unlock()
  }
}

async function restoreInto(run: Restoration, draft: string): Promise<void> {
  const { place, key, dataDir, until, kind, say } = run
  const span = choose(await listSpans(place), kind, until)
  const { backup } = span
  say(`Backup ${backup.name} of ${backup.endedAt}, release ${backup.release}`)
  const read = async (part: string): Promise<AsyncGenerator<Uint8Array>> => {
    const name = partOf(backup, part + sealedEnding)
    return opened(key, name, await place.read(name))
  }
  // First the smallest, which a wrong key does not open.
  const secrets = JSON.parse((await bytesOf(await read('secrets.json'))).toString()) as Secrets
  const commitDatabase = kind === 'base' ? await restoreDatabase(run, span, secrets, read) : undefined
  const staged = path.join(draft, 'files')
  await mkdir(staged, { recursive: true, mode: folderMode })
  if (backup.files === 'kept') {
    const files = await chooseFiles(place, backup, until)
    await restoreFiles(run, files, staged)
    say(`Files: ${files.length}`)
  } else say('Files: in their bucket, which this backup does not hold')
  await rename(staged, path.join(dataDir, 'files'))
  await writeFile(path.join(dataDir, 'file-secret'), secrets.fileSecret, { mode: 0o600 })
  await commitDatabase?.()
  say('FILE_SECRET: in DATA_DIR/file-secret; a variable FILE_SECRET must be the same')
}

async function restoreDatabase(
  run: Restoration,
  { backup }: Span,
  secrets: Secrets,
  read: (part: string) => Promise<AsyncGenerator<Uint8Array>>,
): Promise<() => Promise<void>> {
  const { place, dataDir, until, say } = run
  const { space } = backup
  const [newest] = await place.list(newestPrefix(space))
  const wal = createWal(
    run,
    space,
    await place.list(walPrefix(space)),
    newest && (await bytesOf(await place.read(newest.name))).toString(),
  )
  const restored = await restoreCluster(
    dataDir,
    {
      archive: await read('base.tar'),
      manifest: await bytesOf(await read('manifest')),
      password: secrets.password ?? '',
      until,
      fetch: (name) => wal.fetch(name),
    },
    createLog('warn'),
  )
  say(`Database: ${restored.files} files compared with their checksums, ${wal.replayed()} WAL files replayed`)
  const last = restored.lastCommit?.toISOString() ?? `before ${backup.endedAt}`
  say(`Last transaction: ${last}${until && !restored.stoppedEarly ? '; the WAL ends there' : ''}`)
  const gap = wal.gap()
  if (gap !== undefined && !restored.stoppedEarly)
    say(`WARNING: WAL ${gap} was sent and is missing. Its changes and all later ones are not restored.`)
  return () => restored.commit()
}
