import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent } from 'node:http'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { rooms } from '@showroom/contract'
import { lastDays } from '@showroom/contract/kernel/day'
import pg from 'pg'
import { addSource } from '../server/src/lead/index.ts'
import { offerHelp } from '../server/src/platform/config/help.ts'
import { createDatabase } from '../server/src/platform/db/client.ts'
import { ask, copyDatabase, environmentOf, openDatabase } from './database.ts'
import type { BenchDatabase } from './database.ts'
import { auditLeads } from './intake/audit.ts'
import { measureInsert } from './intake/ceiling.ts'
import { post } from './intake/send.ts'
import type { SendOrder, Sent } from './intake/send.ts'
import { askWaiting, drained, watch } from './intake/watch.ts'
import type { Seen } from './intake/watch.ts'
import type { Outcome } from './load.ts'
import { hasPgbench } from './pgbench.ts'
import { signInReaders } from './readers.ts'
import type { Reader } from './scenarios.ts'
import { newMobile, now, requestOf } from './scenarios.ts'
import { startServer } from './server.ts'
import type { ServerProcess } from './server.ts'

/**
 * `npm run bench -- intake`: leads arrive at a steady rate for all stores of the large network while members read
 * their lists; then again with the server killed in the middle; then as fast as they are answered; then for one store
 * while very many of another wait. Exits non-zero when a lead is lost, duplicated or has no owner, or waits longer
 * than a second behind another store's leads.
 */

const usage = `Usage: npm run bench -- intake [--rate N] [--seconds N] [--others N]
  --rate     leads a second (500)
  --seconds  how long (60)
  --others   members who read lists meanwhile, without a pause (4)`

offerHelp(usage)
const text = { type: 'string' } as const
const { values: given } = parseArgs({ options: { rate: text, seconds: text, others: text } })
const [rate, seconds, others] = [
  Number(given.rate ?? 500),
  Number(given.seconds ?? 60),
  Number(given.others ?? 4),
]
if (!(rate > 0 && seconds > 0 && others >= 0)) throw new Error(usage)
const mostSeconds = Math.min(5, seconds)

const say = (line: string): void => void process.stdout.write(`${line}\n`)

interface Bench {
  readonly url: string
  readonly database: BenchDatabase
  readonly client: pg.Client
  readonly source: { readonly key: string; readonly secret: string }
  readonly dealerCodes: readonly string[]
  readonly readers: readonly Reader[]
  server: ServerProcess
}

/** Sends from a separate process. The leads' external ids begin with the prefix. */
async function send(bench: Bench, prefix: string, more: Pick<SendOrder, 'rate' | 'seconds'>): Promise<Sent> {
  const sender = fork(path.join(import.meta.dirname, 'intake/send.ts'))
  const order: SendOrder = {
    port: bench.server.port,
    ...bench.source,
    dealerCodes: bench.dealerCodes,
    prefix,
    firstMobile: Number(newMobile().slice(2)),
    ...more,
  }
  sender.send(order)
  const sent = await Promise.race([
    once(sender, 'message'),
    once(sender, 'exit').then(() => Promise.reject(new Error('the sender ended'))),
  ])
  sender.kill()
  return (sent as [Sent])[0]
}

/** Reads the lists of other members again and again, until stopped. */
function lookAtLists({ server, readers }: Bench): { stop: () => Promise<number[]> } {
  const month = { createdDate: lastDays(now(), 29) }
  const requests = readers.flatMap(({ token }) => [
    requestOf(rooms.customer.list, token, month),
    requestOf(rooms.task.list, token, {}),
    requestOf(rooms.lead.list, token, month),
  ])
  const times: number[] = []
  const enough = new AbortController()
  const looking = (async () => {
    if (others === 0) return
    const loader = fork(path.join(import.meta.dirname, 'load.ts'))
    while (!enough.signal.aborted) {
      loader.send({ port: server.port, connections: others, seconds: 1, requests, repeat: true })
      const [outcome] = (await once(loader, 'message')) as [Outcome]
      times.push(...outcome.times)
    }
    loader.kill()
  })()
  return {
    async stop() {
      enough.abort()
      await looking
      return times
    },
  }
}

const percentiles = (times: readonly number[]): string => {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number): string => `${(sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(0)} ms`
  return `p50 ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}, longest ${(sorted.at(-1) ?? 0).toFixed(0)} ms`
}

const cost = (seen: Seen): string =>
  `oldest delivery waited ${seen.lag.toFixed(1)} s at most, ${seen.waiting} waited at once; server ${(seen.serverCpu * 100).toFixed(0)}% of a core, ${seen.serverMegabytes} MB; database ${(seen.databaseCpu * 100).toFixed(0)}%; machine ${(seen.machineCpu * 100).toFixed(0)}% busy, load ${seen.load.toFixed(1)}`

/** Waits for the worker, then audits every lead. */
async function settle(bench: Bench, prefix: string, sent: Sent): Promise<boolean> {
  const after = await drained(bench.client)
  const audit = await auditLeads(bench.url, `${await sourceId(bench)}:${prefix}`, sent.leads)
  say(
    `  all were leads ${after.toFixed(1)} s later: ${audit.lost} lost, ${audit.twice} twice, ${audit.wrong} wrong; ${audit.owned} owned, members differ by ${audit.spread} at most`,
  )
  return audit.lost === 0 && audit.twice === 0 && audit.wrong === 0 && audit.spread <= 1
}

async function sourceId({ url, source }: Bench): Promise<number> {
  const [sourceRow] = await ask<{ id: number }>(url, 'select id from lead_source where key = $1', [
    source.key,
  ])
  return sourceRow?.id ?? 0
}

async function steady(bench: Bench): Promise<boolean> {
  say(`${rate} leads/s for ${seconds} s`)
  const watching = await watch(bench.client, () => bench.server)
  const looking = lookAtLists(bench)
  const sent = await send(bench, 'steady-', { rate, seconds })
  const lists = await looking.stop()
  say(
    `  ${(sent.leads / sent.seconds).toFixed(0)}/s answered 202: ${percentiles(sent.times)}; ${sent.retries} sent again`,
  )
  if (lists.length > 0)
    say(`  ${(lists.length / sent.seconds).toFixed(0)} lists/s of others: ${percentiles(lists)}`)
  say(`  ${cost(await watching.stop())}`)
  return settle(bench, 'steady-', sent)
}

async function killed(bench: Bench): Promise<boolean> {
  say(`${rate} leads/s for ${seconds} s, the server killed (-9) in the middle`)
  const watching = await watch(bench.client, () => bench.server)
  const sending = send(bench, 'killed-', { rate, seconds })
  // The await below reports a failure, however long the restart takes.
  sending.catch(() => undefined)
  await wait((seconds * 1000) / 2)
  const { port, child } = bench.server
  const died = once(child, 'exit')
  const began = performance.now()
  child.kill('SIGKILL')
  await died
  const { waiting } = await askWaiting(bench.client)
  bench.server = await startServer({ ...environmentOf(bench.database), PORT: String(port) })
  const away = (performance.now() - began) / 1000
  const sent = await sending
  say(
    `  away for ${away.toFixed(1)} s with ${waiting} deliveries in hand; ${sent.leads} answered 202: ${percentiles(sent.times)}; ${sent.retries} sent again, ${sent.repeated} of them known already`,
  )
  say(`  ${cost(await watching.stop())}`)
  return settle(bench, 'killed-', sent)
}

async function fastest(bench: Bench, ceiling: number): Promise<boolean> {
  say(`as fast as 32 connections are answered, ${mostSeconds} s`)
  const watching = await watch(bench.client, () => bench.server)
  const began = performance.now()
  const sent = await send(bench, 'fastest-', { rate: 0, seconds: mostSeconds })
  const perSecond = sent.leads / sent.seconds
  const ratio =
    ceiling > 0 ? `; pgbench ${ceiling.toFixed(0)}/s, ratio ${(perSecond / ceiling).toFixed(2)}` : ''
  say(`  ${perSecond.toFixed(0)}/s answered 202: ${percentiles(sent.times)}${ratio}`)
  await drained(bench.client)
  say(
    `  ${(sent.leads / ((performance.now() - began) / 1000)).toFixed(0)}/s became leads; ${cost(await watching.stop())}`,
  )
  return settle(bench, 'fastest-', sent)
}

/** Waiting deliveries of one store, and how long it works on them before the rest is dropped. */
const floodSeconds = Math.min(20, seconds)
const flood = { total: 2_500 * floodSeconds, seconds: floodSeconds } as const
const longestWaitMs = 1_000

/** Sends leads to a store while very many of another store wait, and reports how fast they become leads. */
async function flooded(bench: Bench): Promise<boolean> {
  const [busy = '', quiet = ''] = bench.dealerCodes
  say(`leads to one store while ${flood.total} of another wait, ${flood.seconds} s`)
  await fillQueue(bench, busy)
  const began = performance.now()
  const left = async (): Promise<number> => (await askWaiting(bench.client)).waiting
  const before = await left()
  const waits: number[] = []
  while (performance.now() - began < flood.seconds * 1000) {
    waits.push(await sendOne(bench, quiet, `flooded-${waits.length}`))
    await wait(250)
  }
  const after = await left()
  const perSecond = (before - after) / ((performance.now() - began) / 1000)
  say(`  a lead of the other store is one after ${percentiles(waits)}`)
  say(`  ${perSecond.toFixed(0)}/s of the flooded store became leads; ${after} waited at the end`)
  // The later steps do not need its remaining deliveries.
  await bench.client.query('delete from lead_delivery where state = 0')
  return after > 0 && Math.max(...waits) <= longestWaitMs
}

async function fillQueue({ client, source }: Bench, dealerCode: string): Promise<void> {
  await client.query(
    `insert into lead_delivery (dealer_id, source_key, external_id, body, received_at)
     select d.id, s.id, 'flood-' || n, jsonb_build_object('dealerCode', d.code, 'externalId', 'flood-' || n, 'name', '孟小满',
              'mobile', '166' || lpad(n::text, 8, '0'), 'series', 1201, 'city', '杭州'), clock_timestamp()
     from generate_series(1, $3::int) as n, dealer d, lead_source s where d.code = $1 and s.key = $2`,
    [dealerCode, source.key, flood.total],
  )
  await client.query(
    `insert into store_work (dealer_id, queue, due_at) select id, 'leads', clock_timestamp() from dealer where code = $1`,
    [dealerCode],
  )
}

/** Milliseconds from sending until the lead exists. */
async function sendOne(bench: Bench, dealerCode: string, externalId: string): Promise<number> {
  const agent = new Agent()
  const lead = { dealerCode, externalId, name: '孟小满', mobile: newMobile(), series: 1201, city: '杭州' }
  const began = performance.now()
  const { status } = await post(
    agent,
    { port: bench.server.port, ...bench.source },
    JSON.stringify({ leads: [lead] }),
  )
  if (status !== 202) throw new Error(`the lead ${externalId} was answered ${status}`)
  for (;;) {
    const { rows } = await bench.client.query(
      'select from lead_delivery where external_id = $1 and state = 1',
      [externalId],
    )
    if (rows.length > 0) break
    await wait(5)
  }
  agent.destroy()
  return performance.now() - began
}

async function prepare(
  database: BenchDatabase,
): Promise<{ bench: Bench; ceiling: number; end: () => Promise<void> }> {
  const { url, secret } = database
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  const source = await addSource(
    createDatabase(pool),
    secret,
    { name: '压测', sourceId: 10, rate: 1_000_000 },
    new Date(),
  )
  await pool.end()
  const dealers = await ask<{ code: string }>(
    url,
    `select code from dealer where code like 'L0%' order by id`,
  )
  const dealerCodes = dealers.map(({ code }) => code)
  const ceiling = (await hasPgbench())
    ? await measureInsert(url, { ...source, fileSecret: secret }, dealerCodes[0] ?? '', mostSeconds)
    : 0
  // Removes the rows that pgbench inserted; they have no owner.
  await ask(url, 'truncate lead_delivery')
  await ask(url, `delete from lead where external_id like '%:captured'`)
  const { readers } = await signInReaders(url)
  const server = await startServer(environmentOf(database))
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const bench: Bench = { url, database, client, source, dealerCodes, readers, server }
  return {
    bench,
    ceiling,
    async end() {
      await client.end()
      await bench.server.stop()
    },
  }
}

await using database = await openDatabase(say)
await using copy = await copyDatabase(database, 'intake')
const { bench, ceiling, end } = await prepare(copy)
try {
  const whole = [
    await steady(bench),
    await killed(bench),
    await fastest(bench, ceiling),
    await flooded(bench),
  ]
  process.exitCode = whole.every(Boolean) ? 0 : 1
} finally {
  await end()
}
