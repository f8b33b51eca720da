import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { memoryEnvironment } from '../src/memory.ts'
import { ensureDemo } from '../src/seed/demo.ts'
import { seedLarge } from '../src/seed/large.ts'
import { createTestDatabase } from './database/database.ts'
import type { TestDatabase } from './database/database.ts'

/**
 * Runs every command once at its smallest: on the database that `npm start` serves, with its DATA_DIR. A new command
 * without a run here fails, and so does one that rots.
 */

const root = path.resolve(import.meta.dirname, '../..')
const timeout = 300_000

interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

const collect = (child: ChildProcess): { stdout: string; stderr: string } => {
  const output = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream]?.on('data', (part: Buffer) => (output[stream] += part.toString()))
  return output
}

let folder = ''
let demo: TestDatabase
let large: TestDatabase
let server: ChildProcess | undefined
let url = ''

const environment = (
  databaseUrl: string,
  more: Readonly<Record<string, string>> = {},
): NodeJS.ProcessEnv => ({
  // Without NODE_ENV and other variables of Vitest, with which the web client is built differently.
  ...memoryEnvironment,
  PATH: process.env['PATH'],
  HOME: process.env['HOME'],
  CHROMIUM: process.env['CHROMIUM'],
  // npm may reach its registry through a proxy that signs with its own authority.
  NODE_EXTRA_CA_CERTS: process.env['NODE_EXTRA_CA_CERTS'],
  DATABASE_URL: databaseUrl,
  DATA_DIR: path.join(folder, 'data'),
  DEMO: '1',
  LOG_LEVEL: 'error',
  PORT: '0',
  // The moves of the bench open more files an hour than a member may.
  FILE_READ_LIMIT: '1000000',
  ...more,
})

async function run(args: readonly string[], env = environment(demo.url)): Promise<Ended> {
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const output = collect(child)
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, ...output }
}

/** Starts a command that goes on, and waits for the line that it prints. */
async function start(args: readonly string[], env: NodeJS.ProcessEnv, line: RegExp) {
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const output = collect(child)
  const ended = once(child, 'close').then(() => {
    throw new Error(`${args.join(' ')} ended: ${output.stderr}`)
  })
  const printed = vi.waitFor(() => expect(output.stdout).toMatch(line), { timeout, interval: 100 })
  await Promise.race([printed, ended])
  ended.catch(() => undefined)
  return { child, output, match: line.exec(output.stdout) }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const closed = once(child, 'close')
  child.kill('SIGTERM')
  await closed
}

/** Fills the databases as of now, when the commands run; the templates are of a fixed moment, and larger. */
async function fill(): Promise<void> {
  const now = new Date()
  await ensureDemo(demo.url, now)
  const stage = path.join(root, 'e2e/tools/stage.ts')
  const { setStage } = (await import(stage)) as { setStage: (url: string) => Promise<void> }
  await setStage(demo.url)
  await seedLarge(large.url, { dealers: 3, customers: 600 }, now, () => undefined)
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'showroom-commands-'))
  // On Citus databases are filled before they are distributed.
  const isSpread = inject('servers').length > 1
  ;[demo, large] = await Promise.all([
    createTestDatabase(isSpread ? { of: 'demo' } : {}),
    createTestDatabase(isSpread ? { of: 'large' } : {}),
  ])
  if (!isSpread) await fill()
  const started = await start(
    ['scripts/start.ts'],
    environment(demo.url),
    /Showroom 展厅\s+http:\/\/\S+?:(\d+)/,
  )
  server = started.child
  url = `http://127.0.0.1:${started.match?.[1]}`
}, timeout)
afterAll(async () => {
  if (server) await stop(server)
  await Promise.all([demo?.drop(), large?.drop()])
  rmSync(folder, { recursive: true, force: true })
}, timeout)

const showroom = 'server/src/showroom.main.ts'
/** A command that ends well, prints no error, and prints this. */
const prints =
  (pattern: RegExp, ...args: readonly string[]) =>
  async (): Promise<void> => {
    const { code, stdout, stderr } = await run(
      args.map((word) => word.replace('URL', url).replace('FOLDER', folder)),
    )
    expect(stderr).toBe('')
    expect(stdout).toMatch(pattern)
    expect(code).toBe(0)
  }

/** The file that runs a command already, and the words by which it does. */
interface Elsewhere {
  readonly file: string
  readonly by: string
}

const runs: Readonly<Record<string, (() => Promise<void>) | Elsewhere>> = {
  start: async () => expect((await fetch(`${url}/readyz`)).status).toBe(200),
  dev: { file: 'server/test/dev.test.ts', by: 'scripts/dev.ts' },
  test: { file: '.ci/run', by: 'npm test' },
  check: { file: 'scripts/test.ts', by: 'checkSteps' },
  format: { file: 'scripts/recipe.test.ts', by: 'oxfmt' },
  generate: { file: 'scripts/recipe.test.ts', by: 'scripts/generate.ts' },
  build: { file: 'scripts/test.ts', by: 'scripts/build.ts' },
  release: { file: '.ci/run', by: 'npm run --silent release' },
  drill: { file: '.ci/run', by: 'npm run --silent drill' },
  storm: { file: 'package.json', by: 'server/test/storm/storm.test.ts' },
  ready: { file: 'scripts/ready.test.ts', by: `'ready'` },
  'send-order-status': { file: 'scripts/send-order-status.test.ts', by: 'scripts/send-order-status.ts' },
  pictures: prints(
    /sign-in\.webp: \d+ KiB/,
    'scripts/guide/pictures.ts',
    '--url',
    'URL',
    '--only',
    'sign-in',
    '--to',
    'FOLDER',
  ),
  migrate: prints(/^/, showroom, 'migrate'),
  seed: async () => {
    const empty = await createTestDatabase()
    const args = [showroom, 'seed', '--dealers', '1', '--customers', '10']
    expect(await run(args, environment(empty.url))).toMatchObject({ code: 0, stderr: '' })
    await empty.drop()
  },
  'lead-source': prints(/demo-portal/, showroom, 'lead-source', 'list'),
  network: prints(/^/, showroom, 'network', 'template', 'FOLDER/network.xlsx'),
  catalogue: prints(/^/, showroom, 'catalogue', 'template', 'FOLDER/catalogue.xlsx'),
  distribute: async () => {
    const { code, stderr } = await run([showroom, 'distribute', '--dry-run'])
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('Citus') })
  },
  doctor: async () => {
    const { code, stdout, stderr } = await run([showroom, 'doctor'])
    expect(stderr).toBe('')
    expect(stdout).toMatch(/^ok +schema/m)
    expect(code).toBe(/^fault/m.test(stdout) ? 1 : 0)
  },
  doors: prints(/^PostgreSQL +answers/m, showroom, 'doors'),
  backup: prints(/AGE-SECRET-KEY-1/, showroom, 'backup', '--new-key'),
  restore: prints(/\S/, showroom, 'restore', '--list', '--from', 'FOLDER'),
  version: prints(/^\d+\.\d+\.\d+/, showroom, 'version'),
  // A rate that no sender keeps: each lead is late.
  'send-leads': prints(
    /20 sent, 20 accepted/,
    'scripts/send-leads.ts',
    '--count',
    '20',
    '--rate',
    '100000',
    '--url',
    'URL',
  ),
  'send-records': async () => {
    const client = new pg.Client({ connectionString: demo.url })
    await client.connect()
    const { rows } = await client.query<{ mobile: string }>(
      `select c.mobile from customer c join dealer d on d.id = c.dealer_id where d.code = 'HZ001' and c.mobile <> '' limit 1`,
    )
    await client.end()
    await prints(
      /./,
      'scripts/send-records.ts',
      '--contact',
      '--mobile',
      rows[0]?.mobile ?? '',
      '--url',
      'URL',
    )()
  },
  'receive-events': async () => {
    const args = ['scripts/receive-events.ts', '--secret', 'whsec_c2VjcmV0', '--port', '0']
    const { child, output, match } = await start(args, environment(demo.url), /Listening on (\S+),/)
    const response = await fetch(match?.[1] ?? '', {
      method: 'POST',
      body: '{}',
      headers: { 'webhook-id': 'one' },
    })
    expect(response.status).toBe(204)
    expect(output.stdout).toContain('one  SIGNATURE WRONG  {}')
    await stop(child)
  },
}

/** The options of each tool of `npm run bench` at its smallest, and what its last lines say. */
const benches: Readonly<Record<string, readonly [pattern: RegExp, ...options: string[]]>> = {
  calls: [/^\| keyword, 2 characters/m, '--only', 'keyword, 2', '--seconds', '0.2', '--connections', '1'],
  intake: [/0 lost, 0 twice, 0 wrong/, '--rate', '5', '--seconds', '1', '--others', '1'],
  status: [/: 0 lost, 0 twice/, '--rate', '10', '--seconds', '1'],
  pages: [/a new customer, the form for the first time/, '--moves', '--rounds', '1', '--url', 'URL'],
  lighthouse: [/^\| +sign-in \| +\d+ \|/m, '--rounds', '1', '--only', 'sign-in', '--url', 'URL'],
  import: [/in: 5, duplicates: 0, failed: 0/, '--rows', '5'],
  leave: [/taken back, \d+ customers/, '--rounds', '1', '--customers', '50'],
  reports: [/2 reports at once: 2 answered/, '--reports', '2', '--rounds', '1'],
  soak: [/at the end \d+ MB/, '--minutes', '0.01', '--connections', '1'],
  crash: [/all there, whole, once/, '--rounds', '1'],
}

/** The names that a usage lists, one a line. */
const namesIn = (usage: string): string[] =>
  [...usage.matchAll(/^ {2}([a-z][\w-]*) +\S/gm)].map(([, name = '']) => name)

describe('every command', () => {
  it('has a run', async () => {
    const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>
    }
    const named = Object.keys(scripts).filter((name) => !/^pre[a-z]/.test(name) && name !== 'bench')
    const launched = namesIn((await run([showroom, 'help'])).stdout)
    const tools = namesIn((await run(['bench/main.ts', '--help'])).stdout)
    expect(Object.keys(runs).toSorted()).toEqual([...new Set([...named, ...launched])].toSorted())
    expect(Object.keys(benches).toSorted()).toEqual(tools.toSorted())
  })

  it.each(Object.entries(runs))('%s runs', { timeout }, async (_name, how) => {
    if (typeof how === 'function') return how()
    const file = path.join(root, how.file)
    expect(existsSync(file)).toBe(true)
    expect(readFileSync(file, 'utf8')).toContain(how.by)
  })

  it.each(Object.entries(benches))('bench %s runs', { timeout }, async (name, [pattern, ...options]) => {
    const env = name === 'crash' ? environment(demo.url) : environment(large.url, { DEMO: '' })
    const { stdout, stderr } = await run(
      ['bench/main.ts', name, ...options.map((word) => word.replace('URL', url))],
      env,
    )
    expect(`${stdout}${stderr}`).toMatch(pattern)
    expect(`${stdout}${stderr}`).not.toMatch(/Error|\n {4}at /)
  })
})

describe('a command', () => {
  it('of the bench ends if the database has another secret, and names it', { timeout }, async () => {
    const env = environment(demo.url, { FILE_SECRET: 'another secret of the tests, 32 signs' })
    expect(await run(['bench/main.ts', 'status'], env)).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^This database was used with another FILE_SECRET/),
    })
  })

  it('ends quietly if its reader ends before', { timeout }, async () => {
    const line = `'${process.execPath}' ${showroom} doctor | true`
    const child = spawn('bash', ['-c', line], {
      cwd: root,
      env: environment(demo.url),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const output = collect(child)
    await once(child, 'close')
    expect(output.stderr).toBe('')
  })
})
