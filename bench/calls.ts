import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpus } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { connectionsFor } from '../server/src/platform/config/config.ts'
import { offerHelp } from '../server/src/platform/config/help.ts'
import { allScenarios } from './all.ts'
import { auditScenarios, fillAudit } from './audit.ts'
import { captureSamples } from './capture.ts'
import { keepChanging } from './changing.ts'
import { cpuOf, cpuOfDatabase } from './cpu.ts'
import { ask, copyDatabase, environmentOf, openDatabase, size } from './database.ts'
import type { Order, Outcome } from './load.ts'
import { keepCodes, loginRequests, measureArgon2 } from './login.ts'
import { hasPgbench, pgbench, scriptsOf } from './pgbench.ts'
import { signInReaders } from './readers.ts'
import type { SignedIn } from './readers.ts'
import { requestOf } from './scenarios.ts'
import type { Reader, Scenario } from './scenarios.ts'
import { startServer } from './server.ts'
import type { ServerProcess } from './server.ts'
import { summarize, tableOf } from './table.ts'
import type { Row } from './table.ts'

/**
 * `npm run bench`, or `npm run bench -- calls`: requests per second at 32 connections, beside the rate of PostgreSQL
 * alone with the same statements.
 */

const usage = `Usage: npm run bench -- calls [--seconds N] [--only WORDS] [--connections N]
  --seconds      how long each call is measured, by HTTP and by pgbench (10)
  --only         only calls whose name in the table contains the word, or one of several: follow|edit
  --connections  concurrent requests (32, or as the call's name says)
The database is DATABASE_URL, else an embedded one under data/bench, filled on the first run (${size.customers.toLocaleString('en')} customers).`

const connections = 32
/** As many clients as the server's pool has connections: with more, PostgreSQL alone also answers fewer. */
const pgbenchClients = connectionsFor(cpus().length)
/** HTTP and pgbench alternate, so that both meet the same noise of the machine. */
const rounds = 2
/** Requests prepared for each second of writing: more than the server can answer. */
const writesASecond = 2_500
const loginName = 'login'

const say = (line: string): void => void process.stderr.write(`${line}\n`)

interface Options {
  readonly seconds: number
  readonly only: string
  readonly atOnce?: number
}

function readOptions(): Options {
  offerHelp(usage)
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    options: { seconds: { ...text, default: '10' }, only: { ...text, default: '' }, connections: text },
  })
  const seconds = Number(values.seconds)
  const atOnce = values.connections === undefined ? undefined : Number(values.connections)
  if (!(seconds > 0) || (atOnce !== undefined && !(atOnce >= 1))) throw new Error(usage)
  return { seconds, only: values.only, ...(atOnce && { atOnce }) }
}

interface Bench {
  readonly url: string
  readonly secret: string
  readonly server: ServerProcess
  readonly loader: ChildProcess
  /** The database that pgbench runs on; undefined without pgbench. */
  readonly pgbenchUrl: string | undefined
  readonly roundSeconds: number
  /** Number of concurrent requests; overrides the scenario's connections. */
  readonly atOnce?: number | undefined
}

const warmUpSeconds = ({ roundSeconds }: Bench): number => Math.min(1, roundSeconds)

async function load(
  bench: Bench,
  order: Omit<Order, 'port' | 'connections'> & { connections?: number },
): Promise<Outcome> {
  bench.loader.send({ connections: bench.atOnce ?? connections, ...order, port: bench.server.port })
  const [outcome] = (await once(bench.loader, 'message')) as [Outcome]
  if (outcome.failure) say(`  ${outcome.failures} failed: ${outcome.failure.slice(0, 200)}`)
  return outcome
}

/** Requests of all readers, interleaved. */
async function prepare(scenario: Scenario, readers: readonly Reader[], seconds: number) {
  const each = Math.ceil(((scenario.mostASecond ?? writesASecond) * seconds) / readers.length)
  const bodies: object[][] = []
  // One after another: with hundreds of stores their connections at once would be too many.
  for (const reader of readers) bodies.push(await scenario.bodies(reader, each))
  const longest = Math.max(...bodies.map(({ length }) => length))
  return Array.from({ length: longest }, (_, at) =>
    readers.flatMap((reader, index) => {
      const body = bodies[index]?.[at]
      return body ? [requestOf(scenario.call, reader.token, body)] : []
    }),
  ).flat()
}

async function measure(bench: Bench, scenario: Scenario, signedIn: SignedIn): Promise<Row> {
  say(scenario.name)
  const readers = askersOf(scenario, signedIn)
  const pgbenchUrl = scenario.isOnce ? undefined : bench.pgbenchUrl
  const samples = pgbenchUrl ? await captureSamples(bench.url, scenario, readers) : []
  const scripts = scriptsOf(samples, scenario.textsDiffer ?? false)
  const repeat = !scenario.call.writes
  const sessions = bench.atOnce ?? scenario.connections ?? connections
  await load(bench, {
    connections: sessions,
    requests: await prepare(scenario, readers, warmUpSeconds(bench)),
    seconds: warmUpSeconds(bench),
    repeat,
  })
  const outcomes: Outcome[] = []
  const ceilings: number[] = []
  const used = { server: 0, database: 0, ceiling: 0 }
  for (let round = 0; round < rounds; round++) {
    const requests = await prepare(scenario, readers, bench.roundSeconds)
    const { changing } = scenario
    const dealerIds = readers.map(({ dealerId }) => dealerId)
    const endChanges = changing && keepChanging(bench.url, dealerIds, changing)
    const before = cpuNow(bench)
    outcomes.push(await load(bench, { connections: sessions, requests, seconds: bench.roundSeconds, repeat }))
    await endChanges?.()
    const after = cpuNow(bench)
    used.server += after.server - before.server
    used.database += after.database - before.database
    if (!pgbenchUrl) continue
    const seconds = Math.ceil(bench.roundSeconds)
    const perSecond = await pgbench(pgbenchUrl, scripts, {
      clients: Math.min(sessions, pgbenchClients),
      seconds,
    })
    ceilings.push(perSecond)
    used.ceiling += (cpuNow(bench).database - after.database) / (perSecond * seconds * rounds)
  }
  const handled = outcomes.reduce((sum, { times }) => sum + times.length, 0)
  const cpu = { server: used.server / handled, database: used.database / handled, ceiling: used.ceiling }
  const ceiling = ceilings.reduce((sum, one) => sum + one, 0) / (ceilings.length || 1)
  const row = summarize(scenario.name, outcomes, { ceiling, memory: bench.server.memory(), cpu })
  say(`  ${Math.round(row.perSecond)}/s of ${Math.round(ceiling)}/s`)
  return row
}

const cpuNow = ({ server }: Bench) => ({
  server: cpuOf(server.child.pid ?? 0),
  database: cpuOfDatabase(path.resolve('data/bench')),
})

function askersOf({ by, policy, ofLargestTeam }: Scenario, signedIn: SignedIn): readonly Reader[] {
  const { readers, consultants, bosses } = signedIn
  const asking = by === 'consultant' ? consultants : by === 'boss' ? bosses : readers
  if (ofLargestTeam) return asking.toSorted((a, b) => b.members - a.members).slice(0, 1)
  return asking.filter((reader) => !policy || reader.policy === policy)
}

async function measureLogin(bench: Bench): Promise<Row> {
  say(loginName)
  const endCodes = await keepCodes(bench.url, bench.secret)
  try {
    const requests = await loginRequests(bench.url)
    // The warm-up uses the other half: an account that signed in gets a new code only after a moment.
    const half = Math.floor(requests.length / 2)
    await load(bench, { requests: requests.slice(half), seconds: warmUpSeconds(bench), repeat: true })
    const outcome = await load(bench, { requests, seconds: rounds * bench.roundSeconds, repeat: true })
    const ceiling = await measureArgon2(bench.roundSeconds)
    return summarize(loginName, [outcome], {
      ceiling,
      memory: bench.server.memory(),
      cpu: { server: 0, database: 0, ceiling: 0 },
    })
  } finally {
    endCodes()
  }
}

async function run(): Promise<void> {
  const { seconds, only, atOnce } = readOptions()
  const withPgbench = await hasPgbench()
  if (!withPgbench) say('pgbench is not installed (Debian: postgresql-contrib): no ceilings, no ratios')
  await using database = await openDatabase(say)
  const isWanted = (name: string): boolean => only.split('|').some((word) => name.includes(word))
  if (auditScenarios.some(({ name }) => isWanted(name))) await fillAudit(database.url, say)
  await using copy = withPgbench ? await copyDatabase(database, 'pgbench') : undefined
  await using server = await startServer({ ...environmentOf(database), TRUST_PROXY: '1' })
  await using signedIn = await signInReaders(database.url)
  const loader = fork(path.join(import.meta.dirname, 'load.ts'))
  try {
    const bench: Bench = {
      url: database.url,
      secret: database.secret,
      pgbenchUrl: copy?.url,
      server,
      loader,
      roundSeconds: seconds / rounds,
      atOnce,
    }
    const startMemory = server.memory()
    const rows: Row[] = []
    if (isWanted(loginName)) rows.push(await measureLogin(bench))
    // Writes run last: they leave pages for which index-only scans must visit the table, in the network but not in
    // pgbench's copy.
    const all = [...allScenarios(database.url, copy?.url), ...auditScenarios].toSorted(
      (one, other) => Number(one.call.writes ?? false) - Number(other.call.writes ?? false),
    )
    for (const scenario of all)
      if (isWanted(scenario.name)) rows.push(await measure(bench, scenario, signedIn))
    await describe(database.url, rows, startMemory)
  } finally {
    loader.kill()
  }
}

async function describe(url: string, rows: readonly Row[], startMemory: number): Promise<void> {
  const [facts] = await ask<{ version: string; customers: string; stores: number }>(
    url,
    `select current_setting('server_version') as version, reltuples::bigint::text as customers,
       (select count(*)::int from dealer) as stores from pg_class where relname = 'customer'`,
  )
  const customers = Number(facts?.customers ?? 0).toLocaleString('en')
  process.stdout.write(
    `\n${connections} connections, ${customers} customers in ${facts?.stores} stores, general managers (who see the whole store);
Node ${process.versions.node}, PostgreSQL ${facts?.version}, ${cpus().length} × ${cpus()[0]?.model.trim()}, shared with database and load generator

${tableOf(rows)}

ceiling: pgbench -M prepared, ${pgbenchClients} clients, with the statements that the server sent, in turns with HTTP, on a copy. It asks for
a few keywords over and over, whose rows are in memory; HTTP asks for many.
Of login: Argon2 verifications a second on all cores; a sign-in is one of those and little else.
Memory of the server after its start: ${startMemory} MB\n`,
  )
}

await run()
