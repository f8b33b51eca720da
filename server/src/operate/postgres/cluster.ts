import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { summaryOf } from '../../platform/observe/log.ts'
import type { Logger } from '../../platform/observe/log.ts'
import { archivingTo } from './archiving.ts'
import { clearLeftovers } from './leftovers.ts'
import type { RunAs } from './system-user.ts'

export type ClusterLog = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>

export interface ClusterOptions {
  /** The data folder created by initdb. */
  readonly folder: string
  /** Shown in the title of each PostgreSQL process. */
  readonly name: string
  readonly program: string
  readonly runAs: RunAs
  readonly user: string
  readonly password: string
  readonly durable: boolean
  /** Folder that takes the finished WAL; absent for none. */
  readonly outbox?: string | undefined
  /** Folder to delete if this process is killed, so that a throw-away cluster leaves nothing. */
  readonly sweep?: string | undefined
  readonly log: ClusterLog
}

/** Settings for a machine with two cores and a few GB that also runs the server. Commits are written to disk. */
const settings = {
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  max_connections: '100',
  jit: 'off',
  random_page_cost: '1.1',
  min_wal_size: '128MB',
  max_wal_size: '1GB',
  checkpoint_timeout: '15min',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  // For base backups.
  wal_level: 'replica',
  max_wal_senders: '2',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Statements and their values are personal data and must not be logged.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
}

const throwAway = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  // Leaves little to copy when the cluster is kept.
  wal_recycle: 'off',
  min_wal_size: '32MB',
  max_wal_senders: '0',
  shared_buffers: '128MB',
  autovacuum: 'off',
  // Each test worker runs several servers at once.
  max_connections: '300',
}

/**
 * Shell script that waits for its standard input to close, which means the parent is gone. Then it stops PostgreSQL (fast shutdown) and
 * deletes the sweep folder.
 */
const watchdogScript =
  'read -r _; kill -INT "$1"; [ -z "$2" ] && exit; while kill -0 "$1" 2>/dev/null; do sleep 0.1; done; rm -rf "$2"'

const longestStartMs = 120_000
/** In PostgreSQL's log after each start and each recovery. */
const readyLine = 'database system is ready to accept connections'

/** Flags of a durable cluster, with some more settings. */
export const clusterFlags = (more: Readonly<Record<string, string>>): string[] =>
  Object.entries({ ...settings, ...more }).flatMap(([key, value]) => ['-c', `${key}=${value}`])

/** Starts a watchdog that stops PostgreSQL if this process is killed; undefined where none can run. */
export function watchParent(child: ChildProcess, runAs: RunAs, sweep = ''): ChildProcess | undefined {
  if (!child.pid || process.platform === 'win32') return undefined
  return spawn('/bin/sh', ['-c', watchdogScript, 'sh', String(child.pid), sweep], {
    ...runAs,
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
}

/** PostgreSQL as a child process: starts it, restarts it when it dies, and stops it. */
export class Cluster {
  readonly #options: ClusterOptions
  #child: ChildProcess | undefined
  #watchdog: ChildProcess | undefined
  #port = 0
  #stopping = false
  #restarting: Promise<void> | undefined
  #lines: string[] = []

  constructor(options: ClusterOptions) {
    this.#options = options
  }

  get pid(): number {
    return this.#child?.pid ?? 0
  }

  url(database: string): string {
    const { user, password } = this.#options
    return `postgres://${user}:${password}@127.0.0.1:${this.#port}/${database}`
  }

  /** Starts on this port and returns when statements are answered. Throws when PostgreSQL exits, e.g. because the port is taken. */
  async start(port: number): Promise<void> {
    this.#port = port
    const left = await clearLeftovers(this.#options.folder, this.#options.name)
    if (left > 0)
      this.#options.log.warn(`stopped ${left} PostgreSQL processes left behind by a killed server`)
    if (this.#stopping) return
    const child = this.#spawn()
    try {
      await this.#untilReady(child)
    } catch (error) {
      child.kill('SIGQUIT')
      throw error
    }
    child.once('exit', (code, signal) => {
      this.#watchdog?.kill('SIGKILL')
      if (!this.#stopping) this.#restarting ??= this.#restart(signal ?? `code ${code}`)
    })
  }

  /** Stops with a fast shutdown: open transactions are rolled back, commits are kept. Waits for the process to exit. */
  async stop(): Promise<void> {
    this.#stopping = true
    await this.#restarting
    this.#watchdog?.kill('SIGKILL')
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGINT')
    const harder = setTimeout(() => child.kill('SIGQUIT'), 20_000)
    const hardest = setTimeout(() => child.kill('SIGKILL'), 30_000)
    await exited
    clearTimeout(harder)
    clearTimeout(hardest)
  }

  #spawn(): ChildProcess {
    const { folder, name, program, runAs, durable, outbox, sweep } = this.#options
    const flags = clusterFlags({
      ...(durable ? {} : throwAway),
      ...(outbox !== undefined && archivingTo(outbox)),
      cluster_name: name,
    })
    // Uses its own process group: Ctrl-C in the terminal reaches only the server, which first finishes its requests.
    const child = spawn(program, ['-D', folder, '-p', String(this.#port), ...flags], {
      ...runAs,
      cwd: '/',
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { PATH: process.env['PATH'], LC_MESSAGES: 'C' },
    })
    this.#child = child
    this.#lines = []
    child.stderr?.setEncoding('utf8').on('data', (text: string) => this.#note(text))
    child.once('error', (error) => this.#lines.push(error.message))
    this.#watchdog = watchParent(child, runAs, sweep)
    this.#watchdog?.on('error', () =>
      this.#options.log.warn('PostgreSQL runs without a watchdog: /bin/sh could not be started'),
    )
    return child
  }

  #note(text: string): void {
    for (const line of text.split('\n').filter(Boolean)) {
      this.#lines = [...this.#lines.slice(-19), line]
      if (line.includes('PANIC:')) this.#options.log.error(line)
      else this.#options.log.debug(line)
      if (line.includes(readyLine) && this.#options.outbox !== undefined) void this.#wakeCheckpointer()
    }
  }

  /**
   * The checkpointer, which keeps `archive_timeout`, leaves it out of the sleep that it works out while PostgreSQL recovers: without this
   * no WAL would be handed over for `checkpoint_timeout` after a start, nor after PostgreSQL began again because a backend was killed.
   */
  async #wakeCheckpointer(): Promise<void> {
    const client = new pg.Client({ connectionString: this.url('postgres'), connectionTimeoutMillis: 5_000 })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query('checkpoint')
    } catch (error) {
      if (!this.#stopping)
        this.#options.log.warn({ error: summaryOf(error) }, 'backup: WAL may be sent minutes late')
    } finally {
      await client.end().catch(() => {})
    }
  }

  async #untilReady(child: ChildProcess): Promise<void> {
    const deadline = Date.now() + longestStartMs
    for (;;) {
      if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null)
        throw new Error(`PostgreSQL did not start:\n${this.#lines.slice(-5).join('\n')}`)
      // Connecting with the password proves that the port belongs to this cluster and not to another program.
      const client = new pg.Client({ connectionString: this.url('postgres'), connectionTimeoutMillis: 5_000 })
      client.on('error', () => {})
      try {
        await client.connect()
        await client.query('select 1')
        return
      } catch (error) {
        const { code } = error as { code?: string }
        if (code === '28P01')
          throw new Error('PostgreSQL rejected the password stored with the cluster.', { cause: error })
        if (Date.now() > deadline) throw new Error('PostgreSQL did not answer in time.', { cause: error })
      } finally {
        await client.end().catch(() => {})
      }
      await sleep(30)
    }
  }

  /** Restarts on the same port, so that the server's pool reconnects by itself. */
  async #restart(reason: string): Promise<void> {
    const { log } = this.#options
    log.error(`PostgreSQL exited (${reason}); restarting it`)
    for (let pauseMs = 100; !this.#stopping; pauseMs = Math.min(pauseMs * 2, 5_000)) {
      try {
        await this.start(this.#port)
        if (!this.#stopping) log.info('PostgreSQL restarted')
        break
      } catch (error) {
        log.error(`PostgreSQL could not be restarted: ${(error as Error).message}`)
      }
      await sleep(pauseMs)
    }
    this.#restarting = undefined
  }
}
