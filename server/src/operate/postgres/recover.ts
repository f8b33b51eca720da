import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { gotName, restoringFrom, wantName } from './archiving.ts'
import { clusterFlags, watchParent } from './cluster.ts'
import type { RunAs } from './system-user.ts'

/** Replays WAL on a restored base backup. */

export interface Recovery {
  /** The data folder, with its backup_label. */
  readonly folder: string
  /** An empty folder that PostgreSQL's user may write. */
  readonly exchange: string
  readonly program: string
  readonly runAs: RunAs
  readonly port: number
  /** URL of the database, on that port. */
  readonly url: string
  /** The last moment to replay; absent for all of the WAL. */
  readonly until: Date | undefined
  /** Returns a WAL file or history, undefined if there is none. An error ends the recovery. */
  readonly fetch: (name: string) => Promise<Uint8Array | undefined>
}

export interface Recovered {
  /** Commit time of the last transaction; undefined if none was replayed. */
  readonly lastCommit: Date | undefined
  /** Whether the WAL goes on behind it. */
  readonly stoppedEarly: boolean
}

const pauseMs = 10
/** In PostgreSQL's log if all WAL is older than the target. All of it is then wanted. */
const targetBehindEnd = 'recovery ended before configured recovery target was reached'

export async function recover(recovery: Recovery): Promise<Recovered> {
  try {
    return { ...(await replay(recovery)), stoppedEarly: recovery.until !== undefined }
  } catch (error) {
    if (!recovery.until || !(error as Error).message.includes(targetBehindEnd)) throw error
    return { ...(await replay({ ...recovery, until: undefined })), stoppedEarly: false }
  }
}

/** Answers what the restore command asks, until `signal`. */
async function serveWal({ exchange, runAs, fetch }: Recovery, signal: AbortSignal): Promise<void> {
  const [want, got] = [join(exchange, wantName), join(exchange, gotName)]
  while (!signal.aborted) {
    let name: string
    try {
      name = readFileSync(want, 'utf8').trim()
    } catch {
      await sleep(pauseMs)
      continue
    }
    const content = await fetch(name)
    if (content) {
      writeFileSync(`${got}.new`, content, { mode: 0o600 })
      if (runAs.uid !== undefined && runAs.gid !== undefined) chownSync(`${got}.new`, runAs.uid, runAs.gid)
      renameSync(`${got}.new`, got)
    }
    rmSync(want)
  }
}

async function replay(recovery: Recovery): Promise<{ lastCommit: Date | undefined }> {
  const { folder, exchange, program, runAs, port, url, until } = recovery
  rmSync(join(exchange, wantName), { force: true })
  writeFileSync(join(folder, 'recovery.signal'), '')
  if (runAs.uid !== undefined && runAs.gid !== undefined)
    chownSync(join(folder, 'recovery.signal'), runAs.uid, runAs.gid)
  const flags = clusterFlags({
    restore_command: restoringFrom(exchange),
    recovery_target_timeline: 'latest',
    recovery_target_action: 'promote',
    ...(until && { recovery_target_time: until.toISOString().replace('Z', '+00') }),
    // A connection then succeeds only when all is replayed.
    hot_standby: 'off',
    archive_mode: 'off',
  })
  const child = spawn(program, ['-D', folder, '-p', String(port), ...flags], {
    ...runAs,
    cwd: '/',
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env['PATH'], LC_MESSAGES: 'C' },
  })
  const lines: string[] = []
  child.stderr
    .setEncoding('utf8')
    .on('data', (text: string) => lines.push(...text.split('\n').filter(Boolean)))
  const exited = once(child, 'exit')
  const watchdog = watchParent(child, runAs)
  const served = new AbortController()
  let failure: Error | undefined
  const serving = serveWal(recovery, served.signal).catch((error: unknown) => {
    failure = error as Error
    child.kill('SIGQUIT')
    rmSync(join(exchange, wantName), { force: true })
  })
  try {
    for (;;) {
      const commit = await askLastCommit(url)
      if (commit) return commit
      if (failure) throw failure
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(`PostgreSQL could not replay the WAL:\n${lines.slice(-8).join('\n')}`)
      await sleep(100)
    }
  } finally {
    child.kill('SIGINT')
    await exited
    watchdog?.kill('SIGKILL')
    served.abort()
    await serving
  }
}

/** Undefined while PostgreSQL still replays. */
async function askLastCommit(url: string): Promise<{ lastCommit: Date | undefined } | undefined> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ at: Date | null; waits: boolean }>(
      'select pg_last_xact_replay_timestamp() as at, pg_is_in_recovery() as waits',
    )
    return rows[0]?.waits === false ? { lastCommit: rows[0].at ?? undefined } : undefined
  } catch {
    return undefined
  } finally {
    await client.end().catch(() => {})
  }
}
