import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase } from '../../../test/database.ts'
import { createLog } from '../log.ts'
import { createDatabase, createPool, isDatabaseAway, transact } from './client.ts'
import type { Database, Executor } from './client.ts'
import { quickRead } from './statement.ts'

const size = 6
let db: Database
let pool: ReturnType<typeof createPool>
let drop: () => Promise<void>
beforeAll(async () => {
  const made = await createTestDatabase({})
  pool = createPool(made.url, size, createLog('silent'))
  db = createDatabase(pool)
  drop = made.drop
})
afterAll(async () => {
  await db.destroy()
  await drop()
})

interface Answer {
  readonly connection: number
  readonly half: number
}
const halve = quickRead<{ whole: number; by: number }, Answer>(
  ({ whole, by }) => sql`select pg_backend_pid() as connection, ${whole}::int / ${by}::int as half`,
)
const halfOf = async (whole: number, by = 2, on: Executor = db): Promise<Answer | undefined> =>
  (await halve(on, { whole, by }))[0]
const wholes = Array.from({ length: 100 }, (_, number) => number * 2)

it('many at once share two connections, and each hears its own answer', async () => {
  const answers = await Promise.all(wholes.map((whole) => halfOf(whole)))
  expect(answers.map((answer) => answer?.half)).toEqual(wholes.map((whole) => whole / 2))
  expect(new Set(answers.map((answer) => answer?.connection)).size).toBe(2)
  expect(pool.idleCount).toBe(pool.totalCount)
})

it('one that fails leaves those before and behind it alone', async () => {
  const outcomes = await Promise.allSettled([
    halfOf(2),
    halfOf(2),
    halfOf(2, 0),
    halfOf(2, 0),
    halfOf(4),
    halfOf(4),
  ])
  expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual([true, true, false, false, true, true])
})

it('a transaction meanwhile has a connection of its own, and reads on that', async () => {
  const others = wholes.map((whole) => halfOf(whole))
  const own = await transact(db, async (trx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
    return [rows[0]?.pid, (await halfOf(2, 2, trx))?.connection]
  })
  const shared = new Set((await Promise.all(others)).map((answer) => answer?.connection))
  expect(own[0]).toBe(own[1])
  expect(shared).not.toContain(own[0])
})

const sleep = quickRead<{ seconds: number }, object>(
  ({ seconds }) => sql`select pg_sleep(${seconds}::float8)`,
)

it('those of connections that break hear that they did; who waited meanwhile has another', async () => {
  // Four on each are on their way.
  const asleep = Promise.allSettled(Array.from({ length: 8 }, () => sleep(db, { seconds: 60 })))
  const behind = wholes.map((whole) => halfOf(whole))
  const sleeping = sql`from pg_stat_activity
    where datname = current_database() and state = 'active' and query like '%pg_sleep%' and pid <> pg_backend_pid()`
  const count = async (): Promise<number | undefined> =>
    (await sql<{ total: number }>`select count(*) as total ${sleeping}`.execute(db)).rows[0]?.total
  await expect.poll(count, { timeout: 10_000 }).toBe(2)
  await sql`select pg_terminate_backend(pid) ${sleeping}`.execute(db)
  const heard = (await asleep).map(
    (outcome) => outcome.status === 'rejected' && isDatabaseAway(outcome.reason),
  )
  expect(heard).toEqual(Array(8).fill(true))
  expect((await Promise.all(behind)).map((answer) => answer?.half)).toEqual(wholes.map((whole) => whole / 2))
  expect(pool.idleCount).toBe(pool.totalCount)
})

it('who waits for room as long as for a connection hears that the database is away', async () => {
  // Those that sleep have their connections; eight is room for no more.
  await Promise.all([halfOf(2), halfOf(2)])
  pool.options.connectionTimeoutMillis = 300
  const asleep = Array.from({ length: 8 }, () => sleep(db, { seconds: 0.6 }))
  const error = await halfOf(2).catch((reason: unknown) => reason)
  expect(isDatabaseAway(error)).toBe(true)
  await Promise.all(asleep)
  expect(await halfOf(8)).toMatchObject({ half: 4 })
})
