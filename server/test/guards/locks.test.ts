import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp } from '../app.ts'
import type { TestApp } from '../app.ts'
import { locksIn, watchLocks } from './locks.guard.ts'

/** Plants transactions whose locks run back, and such that keep the order: a guard that sees nothing would let all pass. */

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

async function problemsOf(...statements: string[]): Promise<number> {
  const stop = watchLocks()
  await app.db.transaction().execute(async (trx) => {
    for (const statement of statements) await sql.raw(statement).execute(trx)
  })
  return stop().length
}
const customer = 'select id from customer where id = 0 for update'
const lead = 'select id from lead where id = 0 for update'
const order = 'select id from vehicle_order where id = 0 order by id for update'
const choice = `select pg_advisory_xact_lock(hashtext('lead assignment'), 0)`
const city = `select pg_advisory_xact_lock(hashtext('city pool'), 0)`

describe('the guard of the order of locks', () => {
  it.each([
    ['a lead before its customer', [lead, customer]],
    ['an order before its customer', [order, customer]],
    ['a lead before an order', [lead, order]],
    ['a customer before the choice of an owner', [customer, choice]],
    ['the city before a lead', [city, lead]],
    [
      'a customer changed after a lead, which nobody has locked',
      [lead, 'update customer set name = name where id = 0'],
    ],
    [
      'the deal behind a lead',
      [lead, 'select d.id from deal d join member m on m.id = d.owner_id where d.id = 0 for update of d'],
    ],
  ])('catches %s', async (_what, statements) => {
    expect(await problemsOf(...statements)).toBe(1)
  })

  it.each([
    ['the order of all', [choice, customer, order, lead, city]],
    ['what is changed under its own lock', [customer, lead, 'update deal set level = level where id = 0']],
    ['a lock that skips what is taken', [lead, `${customer} skip locked`]],
    ['locks of two transactions', [lead]],
  ])('lets %s be', async (_what, statements) => {
    expect(await problemsOf(...statements)).toBe(0)
  })

  it('reads the aliases of a lock, and the nearest table of one without', () => {
    const text = `with held as (select id from "customer" where id = 1 for update)
      select from held c join deal as d on d.customer_id = c.id for update of d`
    expect(locksIn(text).map(({ rank }) => rank)).toEqual([2, 2])
    expect(locksIn('select "l"."id" from "lead" as "l" for update of "l"')).toEqual([
      { rank: 4, waits: true, writes: false },
    ])
    expect(locksIn('update lead_event set result = $1')).toEqual([])
  })
})
