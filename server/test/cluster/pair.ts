import { execFileSync, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { createLog } from '../../src/platform/observe/log.ts'
import { findBinaries, findRunAs, startEmbeddedPostgres } from '../../src/operate/postgres/index.ts'

/** A primary and its streaming standby. */
export interface Pair {
  /** DATABASE_URL with both hosts. */
  readonly url: string
  /** Kills the server that takes writes, and promotes the other. */
  failOver(): Promise<void>
  stop(): Promise<void>
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

const settings = ['wal_level=replica', 'max_wal_senders=5', 'fsync=off', 'unix_socket_directories=']

async function end(child: ChildProcess, signal: 'SIGINT' | 'SIGQUIT'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

/** Runs a statement as soon as the server answers. */
async function ask(url: string, text: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.query(text)
      return
    } catch (error) {
      if (tries === 200) throw error
      await setTimeout(50)
    } finally {
      await client.end().catch(() => undefined)
    }
  }
}

/** Makes a cluster and a copy of it, and starts both. */
export async function startPair(): Promise<Pair> {
  const runAs = findRunAs()
  const folder = mkdtempSync(path.join(tmpdir(), 'showroom-pair-'))
  if (runAs.uid !== undefined) chownSync(folder, runAs.uid, runAs.gid ?? runAs.uid)
  const made = await startEmbeddedPostgres({ dataDir: folder, log: createLog('silent') })
  await made.stop()
  const { port: firstPort, username, password } = new URL(made.url)
  const secondPort = String(await freePort())
  const urlAt = (port: string): string => made.url.replace(`:${firstPort}/`, `:${port}/`)
  const place = (name: string): string => path.join(folder, name)
  const { postgres } = findBinaries(runAs)
  const children: ChildProcess[] = []
  const run = async (name: string, port: string, ...more: string[]): Promise<ChildProcess> => {
    const flags = [...settings, ...more].flatMap((one) => ['-c', one])
    const child = spawn(postgres, ['-D', place(name), '-p', port, '-h', '127.0.0.1', ...flags], {
      ...runAs,
      cwd: '/',
      stdio: 'ignore',
    })
    children.push(child)
    await ask(urlAt(port), 'select 1')
    return child
  }
  // A standby starts from a copy that was written with its level of WAL.
  await end(await run('cluster', firstPort), 'SIGINT')
  execFileSync('cp', ['-a', place('cluster'), place('standby')])
  writeFileSync(path.join(place('standby'), 'standby.signal'), '')
  const primary = await run('cluster', firstPort)
  const source = `host=127.0.0.1 port=${firstPort} user=${username} password=${password}`
  await run('standby', secondPort, `primary_conninfo=${source}`)
  return {
    url: `${urlAt(`${firstPort},127.0.0.1:${secondPort}`)}?target_session_attrs=read-write`,
    async failOver() {
      await end(primary, 'SIGQUIT')
      await ask(urlAt(secondPort), 'select pg_promote()')
    },
    async stop() {
      for (const child of children) await end(child, 'SIGQUIT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
