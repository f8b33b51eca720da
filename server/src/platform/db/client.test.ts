import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase } from '../../../test/database.ts'
import { createLog } from '../log.ts'
import { createDatabase, createPool, plannedAnew, transact } from './client.ts'
import type { Database } from './client.ts'

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

it("caches a statement's plan unless the statement asks for a new plan", async () => {
  const kept = async (word: string): Promise<number> => {
    const { rows } = await sql<{ total: number }>`
      select count(*) as total from pg_prepared_statements where statement like ${`%${word}%`}`.execute(db)
    return rows[0]?.total ?? 0
  }
  await sql`select ${1}::int as kept_1`.execute(db)
  await sql`${sql.raw(plannedAnew)}select ${1}::int as anew_1`.execute(db)
  expect([await kept('as kept'), await kept('as anew')]).toEqual([1, 0])
})

describe('a transaction that does not await its begin', () => {
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
    expect(await all()).toEqual([1, 3, 4])
    const failing = transact(db, async (trx) => {
      await put(trx, 5)
      put(trx, 10).catch(() => undefined)
    })
    await expect(failing).rejects.toThrow('rolled back instead of committed')
    expect(await all()).toEqual([1, 3, 4])
  })

  it('returns its connection clean after a failure', async () => {
    const failing = transact(db, (trx) => sql`select 1 / ${0}::int`.execute(trx))
    await expect(failing).rejects.toMatchObject({ code: '22012' })
    const { rows } = await sql`select pg_current_xact_id_if_assigned() as inside`.execute(db)
    expect(rows).toEqual([{ inside: null }])
    await transact(db, (trx) => put(trx, 6))
    expect(await all()).toEqual([1, 3, 4, 6])
  })
})
