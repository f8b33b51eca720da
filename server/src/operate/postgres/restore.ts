import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { findBinaries } from './binaries.ts'
import { findHome, findPort, makeFolder, urlOf } from './embedded.ts'
import { recover } from './recover.ts'
import type { Recovered } from './recover.ts'
import { findRunAs } from './system-user.ts'
import type { RunAs } from './system-user.ts'
import type { ClusterLog } from './cluster.ts'

/** A cluster from a base backup and WAL, in a folder that has none. */

export interface ClusterSource {
  /** The tar archive of the base backup. */
  readonly archive: AsyncIterable<Uint8Array>
  readonly manifest: Uint8Array
  readonly password: string
  readonly until: Date | undefined
  readonly fetch: (name: string) => Promise<Uint8Array | undefined>
}

export interface Restored extends Recovered {
  /** Files compared with their checksums. */
  readonly files: number
  /** Puts the cluster into its place, as the last step of a restore. */
  commit(): Promise<void>
}

interface Manifest {
  readonly Files: readonly {
    readonly Path?: string
    readonly 'Encoded-Path'?: string
    readonly Size: number
    readonly Checksum: string
  }[]
}

async function unpack(archive: AsyncIterable<Uint8Array>, folder: string, runAs: RunAs): Promise<void> {
  const tar = spawn('tar', ['-x', '-f', '-', '-C', folder], { ...runAs, stdio: ['pipe', 'ignore', 'pipe'] })
  let problem = ''
  tar.stderr.setEncoding('utf8').on('data', (text: string) => (problem += text))
  const ended = once(tar, 'close') as Promise<[number | null]>
  // A full disk ends tar: its message has the cause, the broken pipe has not.
  const broken = await pipeline(Readable.from(archive, { objectMode: false }), tar.stdin).then(
    () => undefined,
    (error: unknown) => error as Error & { code?: string },
  )
  if (broken) tar.kill()
  const [code] = await ended
  if (broken && broken.code !== 'EPIPE') throw broken
  if (code !== 0) throw new Error(`The base backup could not be unpacked: ${problem.trim()}`)
}

async function compareFiles(folder: string, manifest: Uint8Array): Promise<number> {
  const { Files: files } = JSON.parse(Buffer.from(manifest).toString()) as Manifest
  for (const { Path, 'Encoded-Path': encoded = '', Size, Checksum } of files) {
    const name = Path ?? Buffer.from(encoded, 'hex').toString()
    const file = join(folder, name)
    const stats = await stat(file).catch(() => undefined)
    const hash = createHash('sha256')
    if (stats?.size === Size) await pipeline(createReadStream(file), hash)
    if (stats?.size !== Size || hash.digest('hex') !== Checksum)
      throw new Error(`${name} of the base backup differs from its checksum.`)
  }
  return files.length
}

/** Removes what a killed restore left. */
export async function clearDraft(dataDir: string): Promise<void> {
  await rm(join(dataDir, draftName), { recursive: true, force: true })
}

/** Folder of a restore under way, below the home. */
export const draftName = 'restore.part'

/**
 * Restores into a draft beside its place; `commit` moves it there. After an error the draft is removed, since it holds clear numbers of
 * people.
 */
export async function restoreCluster(
  dataDir: string,
  source: ClusterSource,
  log: ClusterLog,
): Promise<Restored> {
  const runAs = findRunAs()
  const home = findHome(dataDir, runAs, log)
  if ((await readdir(home)).includes('cluster')) throw new Error(`${home} already holds a database.`)
  await clearDraft(home)
  try {
    return await restoreInto(home, source, runAs)
  } catch (error) {
    await clearDraft(home)
    throw error
  }
}

async function restoreInto(
  home: string,
  { archive, manifest, password, until, fetch }: ClusterSource,
  runAs: RunAs,
): Promise<Restored> {
  const draft = makeFolder(join(home, draftName), runAs)
  const folder = makeFolder(join(draft, 'cluster'), runAs)
  const exchange = makeFolder(join(draft, 'wal'), runAs)
  await unpack(archive, folder, runAs)
  const files = await compareFiles(folder, manifest)
  await writeFile(join(draft, 'password'), password, { mode: 0o600 })
  const port = await findPort(undefined, draft)
  const recovered = await recover({
    folder,
    exchange,
    program: findBinaries(runAs).postgres,
    runAs,
    port,
    url: urlOf(draft, port),
    until,
    fetch,
  })
  return {
    ...recovered,
    files,
    async commit() {
      await rename(join(draft, 'password'), join(home, 'password'))
      await rename(folder, join(home, 'cluster'))
      await clearDraft(home)
    },
  }
}
