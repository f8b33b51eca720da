import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase } from '../../../test/database.ts'
import { createLog } from '../log.ts'
import { createDatabase, createPool, transact } from './client.ts'
import { faultOf } from './fault.ts'
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

it('parallel reads share two connections and each gets its own result', async () => {
  const answers = await Promise.all(wholes.map((whole) => halfOf(whole)))
  expect(answers.map((answer) => answer?.half)).toEqual(wholes.map((whole) => whole / 2))
  expect(new Set(answers.map((answer) => answer?.connection)).size).toBe(2)
  expect(pool.idleCount).toBe(pool.totalCount)
})

it('a failing read does not affect reads before and behind it', async () => {
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

it('a transaction uses a separate connection, for its reads too', async () => {
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

it('reads on a broken connection fail as unavailable, and waiting reads use a new one', async () => {
  // Four reads run on each connection.
  const asleep = Promise.allSettled(Array.from({ length: 8 }, () => sleep(db, { seconds: 60 })))
  const behind = wholes.map((whole) => halfOf(whole))
  const sleeping = sql`from pg_stat_activity
    where datname = current_database() and state = 'active' and query like '%pg_sleep%' and pid <> pg_backend_pid()`
  const count = async (): Promise<number | undefined> =>
    (await sql<{ total: number }>`select count(*) as total ${sleeping}`.execute(db)).rows[0]?.total
  await expect.poll(count, { timeout: 10_000 }).toBe(2)
  await sql`select pg_terminate_backend(pid) ${sleeping}`.execute(db)
  const heard = (await asleep).map(
    (outcome) => outcome.status === 'rejected' && faultOf(outcome.reason) === 'away',
  )
  expect(heard).toEqual(Array(8).fill(true))
  expect((await Promise.all(behind)).map((answer) => answer?.half)).toEqual(wholes.map((whole) => whole / 2))
  expect(pool.idleCount).toBe(pool.totalCount)
})

it('waiting too long for a free connection fails as unavailable', async () => {
  // The sleeping reads occupy both connections, which take eight reads in total.
  await Promise.all([halfOf(2), halfOf(2)])
  pool.options.connectionTimeoutMillis = 300
  const asleep = Array.from({ length: 8 }, () => sleep(db, { seconds: 0.6 }))
  const error = await halfOf(2).catch((reason: unknown) => reason)
  expect(faultOf(error)).toBe('away')
  await Promise.all(asleep)
  expect(await halfOf(8)).toMatchObject({ half: 4 })
})
