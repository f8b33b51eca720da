import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { CompiledQuery, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase } from '../../../test/database/database.ts'
import { createLog } from '../observe/log.ts'
import {
  createDatabase,
  createPool,
  mostNamedBytes,
  planEachTime,
  retryCounts,
  send,
  transact,
  violatedIndex,
} from './client.ts'
import type { Database, Executor } from './client.ts'

let db: Database
let drop: () => Promise<void>
beforeAll(async () => {
  const made = await createTestDatabase({})
  db = createDatabase(createPool(made.url, 1, createLog('silent')))
  drop = made.drop
  await sql`create table tried (number int check (number < 10))`.execute(db)
})
afterAll(async () => {
  await db.destroy()
  await drop()
})

const put = (trx: Database, number: number) => sql`insert into tried values (${number})`.execute(trx)
const all = async (): Promise<number[]> =>
  (await sql<{ number: number }>`select number from tried order by number`.execute(db)).rows.map(
    ({ number }) => number,
  )

it('plans once for all values, and for each value on Citus', async () => {
  const { url, drop: dropThis } = await createTestDatabase({ of: 'empty' })
  const modeOf = async (): Promise<string | undefined> => {
    const own = createDatabase(createPool(url, 1, createLog('silent')))
    const [row] = await send<{ plan_cache_mode: string }>(own, 'show plan_cache_mode', [])
    await own.destroy()
    return row?.plan_cache_mode
  }
  expect(await modeOf()).toBe('force_generic_plan')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  // The extension itself is not installed here: the catalogue names it.
  await client.query('set allow_system_table_mods = on')
  await client.query(`insert into pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
    select 1, 'citus', extowner, extnamespace, false, '14.0' from pg_extension where extname = 'plpgsql'`)
  await client.end()
  expect(await modeOf()).toBe('auto')
  await dropThis()
})

it("caches a statement's plan unless the statement asks for a new plan", async () => {
  const countOf = async (word: string): Promise<number> => {
    const { rows } = await sql<{ total: number }>`
      select count(*) as total from pg_prepared_statements where statement like ${`%${word}%`}`.execute(db)
    return rows[0]?.total ?? 0
  }
  await sql`select ${1}::int as kept_1`.execute(db)
  await sql`${planEachTime}select ${1}::int as each_time_1`.execute(db)
  expect([await countOf('as kept'), await countOf('as anew')]).toEqual([1, 0])
})

describe('prepared statements', () => {
  const keptTexts = async (executor: Executor): Promise<string[]> =>
    (
      await sql<{ statement: string }>`
        select statement from pg_prepared_statements where statement like '%/* filler%'`.execute(executor)
    ).rows.map(({ statement }) => statement)
  const filler = (at: number): string => `/* filler ${at} ${'x'.repeat(100_000)} */ select $1::int as filler`
  const run = (executor: Executor, at: number) =>
    executor.executeQuery<{ filler: number }>(CompiledQuery.raw(filler(at), [at]))
  const many = Math.ceil(mostNamedBytes / 100_000) + 5

  it('are bounded by the bytes of their texts: the longest unused go, on the connection as well', async () => {
    for (let at = 0; at < many; at++) {
      await run(db, at)
      // In use all the time.
      await run(db, 0)
    }
    const texts = await keptTexts(db)
    expect(texts.join('').length).toBeLessThanOrEqual(mostNamedBytes)
    expect(texts.length).toBeGreaterThan(10)
    expect(texts).toContain(filler(0))
    expect(texts).toContain(filler(many - 1))
    expect(texts).not.toContain(filler(1))
    // One that went is prepared again.
    expect((await run(db, 1)).rows).toEqual([{ filler: 1 }])
    expect(await keptTexts(db)).toContain(filler(1))
  })

  it('go while others are on their way, and from a transaction that failed', async () => {
    const answers = await transact(db, (trx) =>
      Promise.all(Array.from({ length: 2 * many }, (_none, at) => run(trx, at % many))),
    )
    expect(answers.map(({ rows }) => rows[0]?.filler)).toEqual(
      Array.from({ length: 2 * many }, (_none, at) => at % many),
    )
    const failing = transact(db, async (trx) => {
      await sql`select 1 / ${0}::int`.execute(trx).catch(() => undefined)
      await Promise.allSettled(Array.from({ length: many }, (_none, at) => run(trx, 1_000 + at)))
    })
    await expect(failing).rejects.toThrow('rolled back instead of committed')
    for (let at = 0; at < many; at++) expect((await run(db, at)).rows).toEqual([{ filler: at }])
    expect((await keptTexts(db)).join('').length).toBeLessThanOrEqual(mostNamedBytes)
  })

  it('run unnamed where one text is a large part of it', async () => {
    const text = `/* filler ${'y'.repeat(mostNamedBytes / 5)} */ select $1::int as filler`
    expect((await db.executeQuery(CompiledQuery.raw(text, [1]))).rows).toEqual([{ filler: 1 }])
    expect(await keptTexts(db)).not.toContain(text)
  })
})

describe('a transaction that does not await its begin', () => {
  beforeEach(async () => {
    await sql`delete from tried`.execute(db)
  })

  it('covers its first statement', async () => {
    await transact(db, (trx) => put(trx, 1))
    const failing = transact(db, async (trx) => {
      await put(trx, 2)
      await put(trx, 10)
    })
    await expect(failing).rejects.toMatchObject({ code: '23514' })
    expect(await all()).toEqual([1])
  })

  it('includes statements still running and fails if one of them does', async () => {
    await transact(db, async (trx) => {
      await put(trx, 3)
      void put(trx, 4)
    })
    expect(await all()).toEqual([3, 4])
    const failing = transact(db, async (trx) => {
      await put(trx, 5)
      put(trx, 10).catch(() => undefined)
    })
    await expect(failing).rejects.toThrow('rolled back instead of committed')
    expect(await all()).toEqual([3, 4])
  })

  it('returns its connection clean after a failure', async () => {
    const failing = transact(db, (trx) => sql`select 1 / ${0}::int`.execute(trx))
    await expect(failing).rejects.toMatchObject({ code: '22012' })
    const { rows } = await sql`select pg_current_xact_id_if_assigned() as inside`.execute(db)
    expect(rows).toEqual([{ inside: null }])
    await transact(db, (trx) => put(trx, 6))
    expect(await all()).toEqual([6])
  })
})

describe('what PostgreSQL rolled back for a passing reason', () => {
  let many: Database
  let url = ''
  beforeAll(async () => {
    const made = await createTestDatabase({})
    url = made.url
    many = createDatabase(createPool(url, 6, createLog('silent')))
    await sql`create table kept (id int primary key, number int)`.execute(many)
    await sql`insert into kept values (1, 0), (2, 0)`.execute(many)
    await sql`insert into visit_past values (1, 'infinity')`.execute(many)
    return made.drop
  })
  afterAll(() => many.destroy())

  // A table of the product, since the plans of its statements are checked.
  const read = 'select * from visit_past where dealer_id = $1'
  const ways = {
    'a query': (trx: Executor) => trx.executeQuery(CompiledQuery.raw(read, [1])).then(({ rows }) => rows),
    'a statement': (trx: Executor) => send(trx, read, [1]),
    'a transaction': () => transact(many, (trx) => ways['a query'](trx)),
  }

  it.each(Object.entries(ways))('%s is repeated after a change of its columns', async (_name, run) => {
    // Prepares it on every connection of the pool.
    await Promise.all(Array.from({ length: 12 }, () => run(many)))
    const before = retryCounts.stale
    await sql`alter table visit_past add column note${sql.raw(String(before))} text`.execute(many)
    const rows = await Promise.all(Array.from({ length: 12 }, () => run(many)))
    for (const [row] of rows) expect(row).toHaveProperty(`note${before}`, null)
    expect(retryCounts.stale).toBeGreaterThan(before)
  })

  it('repeats one of two statements, and of two transactions, that deadlock', async () => {
    const add = (trx: Executor, id: number) =>
      sql`update kept set number = number + 1 where id = ${id}`.execute(trx)
    const before = retryCounts.crossed
    const crossing = (first: number, second: number) =>
      transact(many, async (trx) => {
        await add(trx, first)
        await sql`select pg_sleep(0.2)`.execute(trx)
        await add(trx, second)
      })
    await Promise.all([crossing(1, 2), crossing(2, 1)])
    // One statement that locks both rows in the order of the transaction's opposite.
    const both = sql`
      with second as (update kept set number = number + 1 where id = 2 returning pg_sleep(0.3)),
           first as (select id from kept where id = 1 and exists (select from second) for update)
      select id from first`
    await Promise.all([crossing(1, 2), both.execute(many)])
    expect(retryCounts.crossed).toBeGreaterThan(before)
    expect(await sql`select number from kept order by id`.execute(many)).toMatchObject({
      rows: [{ number: 3 }, { number: 4 }],
    })
  })

  it('a failed statement is sent once, and a transaction gives up after ten attempts', async () => {
    let attempts = 0
    const failing = transact(many, async (trx) => {
      attempts++
      await sql`do $$ begin raise exception 'crossed' using errcode = '40001'; end $$`.execute(trx)
    })
    await expect(failing).rejects.toMatchObject({ code: '40001' })
    expect(attempts).toBe(10)
    const before = { ...retryCounts }
    await expect(sql`select 1 / ${0}::int`.execute(many)).rejects.toMatchObject({ code: '22012' })
    expect(retryCounts).toEqual(before)
  })
})

it('every transaction of the product can be repeated', () => {
  const src = path.resolve(import.meta.dirname, '../..')
  const files = globSync('**/*.ts', { cwd: src, exclude: (name) => /\.(?:test|factory)\.ts$/.test(name) })
  const others = files.filter((file) => readFileSync(path.join(src, file), 'utf8').includes('.transaction()'))
  // The claim of an upload writes its file, which a repeat would write twice.
  expect(others.toSorted()).toEqual(['platform/db/client.ts', 'platform/http/calls.ts'])
})

it('names the index that a row violates, also if a shard of Citus does', async () => {
  await sql`create table once (id int constraint once_only unique)`.execute(db)
  const insert = () => sql`insert into once values (1)`.execute(db)
  await insert()
  const error = await insert().catch((caught: unknown) => caught)
  expect(violatedIndex(error)).toBe('once_only')
  const message = 'duplicate key value violates unique constraint "customer_mobile_102034"'
  expect(violatedIndex(Object.assign(new Error(message), { code: '23505' }))).toBe('customer_mobile')
  expect(violatedIndex(new Error(message))).toBeUndefined()
})
