import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { PgBoss } from 'pg-boss'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { startPair } from '../../../test/cluster/pair.ts'
import type { Pair } from '../../../test/cluster/pair.ts'
import { createTestDatabase } from '../../../test/database/database.ts'
import type { TestDatabase } from '../../../test/database/database.ts'
import { openLine } from '../../../test/cluster/proxy.ts'
import type { Line as Proxy } from '../../../test/cluster/proxy.ts'
import { startJobs } from '../jobs/jobs.ts'
import type { Job } from '../jobs/jobs.ts'
import { createLog } from '../observe/log.ts'
import { createDatabase, createPool, send } from './client.ts'
import type { Executor } from './client.ts'
import { DatabaseClient, faultOfUrl, urlsOf } from './connect.ts'
import { faultOf } from './fault.ts'
import { openLine as listenTo } from './line.ts'
import { migrate } from './migrate.ts'
import { checkPooling } from './pooling.ts'

const log = createLog('silent')
const metrics = { jobRan: () => undefined, watchEach: () => undefined }
const src = path.resolve(import.meta.dirname, '../..')

it('every connection of the product is a DatabaseClient', () => {
  const files = globSync('**/*.ts', { cwd: src, exclude: (name) => name.endsWith('.test.ts') })
  const others = files.filter((file) =>
    /new pg\.(Client|Pool)\(/.test(readFileSync(path.join(src, file), 'utf8')),
  )
  // The pool takes the class; the embedded cluster is asked on its own port before it has a URL, for a base backup by the
  // replication protocol, and while it is restored.
  expect(others.toSorted()).toEqual([
    'operate/postgres/base.ts',
    'operate/postgres/cluster.ts',
    'operate/postgres/embedded.ts',
    'operate/postgres/recover.ts',
    'platform/db/client.ts',
  ])
})

describe('DATABASE_URL', () => {
  it('names several hosts', () => {
    expect(urlsOf('postgresql://u:p@a:5433,b/db?target_session_attrs=read-write&sslmode=require')).toEqual([
      'postgresql://u:p@a:5433/db?sslmode=require',
      'postgresql://u:p@b/db?sslmode=require',
    ])
    for (const url of ['postgres://a/db', 'postgres://u:x,y@a:1/db', 'postgres:///db?host=/run'])
      expect(urlsOf(url)).toEqual([url])
  })

  it('is checked', () => {
    for (const url of [
      'postgres://u:p@a:1/db',
      'postgresql://a:1,b:2/db?target_session_attrs=primary',
      'postgres://a,b/db',
    ])
      expect(faultOfUrl(url), url).toBeUndefined()
    expect(faultOfUrl('postgres://a,b/db?target_session_attrs=any')).toMatch(/use read-write/)
    expect(faultOfUrl('mysql://a/db')).toMatch(/must begin/)
    expect(faultOfUrl('postgres://a b/db')).toMatch(/no URL/)
  })
})

it('a connection that ends before its owner listens does not end the process', async () => {
  const { url, drop } = await createTestDatabase({ of: 'empty' })
  const client = new DatabaseClient({ connectionString: url })
  await client.connect()
  const ended = new Promise((resolve) => client.once('end', resolve))
  await expect(client.query('select pg_terminate_backend(pg_backend_pid())')).rejects.toMatchObject({
    code: '57P01',
  })
  await ended
  await drop()
})

/** Everything that a process keeps open. */
async function openAll(url: string) {
  const db = createDatabase(createPool(url, 6, log))
  const heard: string[] = []
  const line = listenTo(url, log)
  line.listen('live', { heard: (payload) => void heard.push(payload) })
  const ran: number[] = []
  const run = (): Promise<void> => Promise.resolve(void ran.push(performance.now()))
  const job: Job = { name: 'job-of-the-test', for: 'stores', cron: '* * * * *', atStart: true, run }
  const jobs = await startJobs(url, [job], { log, metrics })
  await vi.waitFor(() => expect(ran.length).toBeGreaterThan(0), 10_000)
  return { db, line, heard, ran, jobs }
}
async function closeAll({ db, line, jobs }: Awaited<ReturnType<typeof openAll>>): Promise<void> {
  await jobs.stop()
  await line.stop()
  await db.destroy()
}

/** Queues a run as another process would. */
async function queueRun(url: string): Promise<void> {
  const boss = new PgBoss({ connectionString: url, schema: 'job' })
  boss.on('error', () => undefined)
  await boss.start()
  await boss.send('job-of-the-test')
  await boss.stop()
}

/** A promise to resolve by hand. */
function signal() {
  let resolve: () => void = () => undefined
  const promise = new Promise<void>((settle) => (resolve = settle))
  return { promise, resolve }
}

const write = (db: Executor) => sql`insert into written values (1)`.execute(db)

describe('a primary and its standby', () => {
  let pair: Pair
  beforeAll(async () => {
    pair = await startPair()
  }, 60_000)
  afterAll(() => pair.stop())

  it(
    'are used through a failover by the pool, the line, jobs and migrations',
    { timeout: 60_000 },
    async () => {
      await checkPooling(pair.url)
      await migrate(pair.url, () => Promise.resolve({ '0001_written': 'create table written (id int)' }))
      const all = await openAll(pair.url)
      const { db, line, heard, ran } = all
      await write(db)
      await vi.waitFor(() => expect(line.isUp()).toBe(true), 5_000)
      // Replication is asynchronous.
      await setTimeout(500)
      await pair.failOver()
      const back = performance.now()
      await vi.waitFor(() => write(db), 5_000)
      await vi.waitFor(() => expect(line.isUp()).toBe(true), 5_000)
      await line.notify('live', ['after'])
      await vi.waitFor(() => expect(heard).toContain('after'), 5_000)
      const before = ran.length
      // The standby is the first host that answers, and refuses writes no more.
      const [, host = ''] = urlsOf(pair.url)
      await queueRun(host)
      await vi.waitFor(() => expect(ran.length).toBeGreaterThan(before), 5_000)
      expect(performance.now() - back).toBeLessThan(20_000)
      await migrate(pair.url, () => Promise.resolve({ '0001_written': 'create table written (id int)' }))
      await closeAll(all)
    },
  )
})

describe('behind a faulty network', () => {
  let database: TestDatabase
  let proxy: Proxy
  beforeEach(async () => {
    database = await createTestDatabase()
    proxy = await openLine(inject('clusterUrl'))
  })
  afterEach(async () => {
    await proxy.cut()
    await database.drop()
  })

  it('jobs run within 5 s of the return of the database, the interrupted one too', async () => {
    const interrupted = signal()
    const begun = signal()
    const at: number[] = []
    async function run(): Promise<void> {
      at.push(performance.now())
      if (at.length > 1) return
      begun.resolve()
      await interrupted.promise
      throw new Error('its connection is lost')
    }
    const job: Job = { name: 'interrupted-job', for: 'stores', cron: '0 0 1 1 *', atStart: true, run }
    const other: Job = {
      name: 'job-of-the-test',
      for: 'stores',
      cron: '0 0 1 1 *',
      run: () => Promise.resolve(void ranAt.push(performance.now())),
    }
    const ranAt: number[] = []
    const jobs = await startJobs(proxy.through(database.url), [job, other], { log, metrics })
    await begun.promise
    await proxy.cut()
    interrupted.resolve()
    await queueRun(database.url)
    await setTimeout(4_000)
    expect([at.length, ranAt.length]).toEqual([1, 0])
    await proxy.restore()
    const back = performance.now()
    await vi.waitFor(() => expect([at.length, ranAt.length]).toEqual([2, 1]), 6_000)
    expect(performance.now() - back).toBeLessThan(5_000)
    await jobs.stop()
  }, 30_000)

  it(
    'an open connection without answers is noticed within 30 s by all, which then go on',
    { timeout: 90_000 },
    async () => {
      await sql`create table written (id int)`.execute(createDatabase(createPool(database.url, 1, log)))
      const url = proxy.through(database.url)
      const all = await openAll(url)
      const { db, line, ran } = all
      await vi.waitFor(() => expect(line.isUp()).toBe(true), 5_000)
      // Connections in every state: in a transaction, busy, shared, idle.
      const held: Promise<unknown>[] = []
      const begun = signal()
      const frozen = signal()
      held.push(
        db.transaction().execute(async (trx) => {
          await write(trx)
          begun.resolve()
          await frozen.promise
          await write(trx)
        }),
        sql`select pg_sleep(15)`.execute(db),
      )
      await begun.promise
      await Promise.all([sql`select 1`.execute(db), sql`select 2`.execute(db)])
      proxy.freeze()
      const since = performance.now()
      const seconds = (): number => (performance.now() - since) / 1000
      frozen.resolve()
      held.push(send(db, 'select 1 where 1 = $1', [1]))
      const lost = async (attempt: Promise<unknown>): Promise<number> => {
        const error: unknown = await attempt.then(
          () => undefined,
          (reason: unknown) => reason,
        )
        expect(faultOf(error)).toBe('away')
        return seconds()
      }
      const taken = await Promise.all([
        ...held.map(lost),
        vi.waitFor(() => expect(line.isUp()).toBe(false), 40_000).then(seconds),
      ])
      expect(Math.max(...taken)).toBeLessThan(30)
      // The idle connections too: nothing is left open.
      await setTimeout(Math.max(0, 28 - seconds()) * 1000)
      proxy.thaw()
      const back = performance.now()
      await vi.waitFor(() => write(db), 5_000)
      await vi.waitFor(() => expect(line.isUp()).toBe(true), 6_000)
      const before = ran.length
      await queueRun(database.url)
      await vi.waitFor(() => expect(ran.length).toBeGreaterThan(before), 10_000)
      expect(performance.now() - back).toBeLessThan(15_000)
      await closeAll(all)
    },
  )
})
