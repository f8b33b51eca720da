import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { statementChannel } from '../../src/platform/db/client.ts'
import type { SentStatement } from '../../src/platform/db/client.ts'
import { columnsOf } from '../../src/platform/tables/describe.ts'
import { allTables } from '../../src/rooms.ts'
import { createTestApp } from '../app.ts'
import type { TestApp } from '../app.ts'
import { createLockGuard, locksIn } from './locks.guard.ts'

/**
 * Plants transactions that break the lock order, and ones that keep it: a guard that finds nothing would let
 * everything pass.
 */

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

/** Uses a separate guard: the one that watches all server tests would report the plants. */
function problemsOf(...statements: string[]): number {
  const guard = createLockGuard()
  const connection = {}
  for (const text of ['begin', ...statements, 'commit']) guard.see({ connection, text })
  return guard.problems().length
}
const customer = 'select id from customer where dealer_id = 0 and id = 0 for update'
const lead = 'select id from lead where dealer_id = 0 and id = 0 for update'
const order = 'select id from vehicle_order where id = 0 order by id for update'
const choice = `select pg_advisory_xact_lock(hashtext('lead assignment'), 0)`
const showroom = `select pg_advisory_xact_lock(hashtext('showroom of a store'), 0)`
const city = `select pg_advisory_xact_lock(hashtext('city pool'), 0)`

describe('the lock order guard', () => {
  it.each([
    ['a lead before its customer', [lead, customer]],
    ['an order before its customer', [order, customer]],
    ['a lead before an order', [lead, order]],
    ['a customer before the choice of an owner', [customer, choice]],
    ['the city before a lead', [city, lead]],
    ['rows of a reference table locked for share', ['select "id" from "account" where "id" = 0 for share']],
    ['a customer after the showroom', [showroom, customer]],
    ...columnsOf(allTables, 'customer')
      .filter(({ table: { lock }, column }) => lock !== 'customer' && column.endsWith('_id'))
      .map(({ table: { table }, column }): [string, string[]] => [
        `${table} before its customer`,
        [`update ${table} set ${column} = 0 where dealer_id = 0 and ${column} = 0`, customer],
      ]),
    [
      'a row locked with skipping, before its customer is changed',
      [
        'select id from notice where dealer_id = 0 for update skip locked',
        'update customer set name = name where id = 0',
      ],
    ],
    [
      'a customer changed after a lead, which nobody has locked',
      [lead, 'update customer set name = name where id = 0'],
    ],
    [
      'the deal behind a lead',
      [lead, 'select d.id from deal d join member m on m.id = d.owner_id where d.id = 0 for update of d'],
    ],
  ])('catches %s', (_what, statements) => {
    expect(problemsOf(...statements)).toBe(1)
  })

  it.each([
    ['the order of all', [choice, customer, order, lead, city, showroom]],
    ['what is changed under its own lock', [customer, lead, 'update deal set level = level where id = 0']],
    [
      'rows of stores locked for share',
      ['select id from member where dealer_id = 0 and id = 0 for key share'],
    ],
    ['a lock that skips what is taken', [lead, `${customer} skip locked`]],
    ['locks of two transactions', [lead, 'commit', 'begin', customer]],
    ['rows under the lock of their customer', [customer, 'update notice set text = text', customer]],
    ['new rows before a customer', ['insert into timeline (dealer_id) values (0)', customer]],
  ])('accepts %s', (_what, statements) => {
    expect(problemsOf(...statements)).toBe(0)
  })

  it('sees the statements of a transaction as those of one connection, from its beginning to its end', async () => {
    const seen: SentStatement[] = []
    const see = (message: unknown): void => void seen.push(message as SentStatement)
    statementChannel.subscribe(see)
    await app.db.transaction().execute(async (trx) => {
      for (const statement of [customer, lead]) await sql.raw(statement).execute(trx)
    })
    statementChannel.unsubscribe(see)
    const own = seen.filter(
      ({ connection }) => connection === seen.find(({ text }) => text === lead)?.connection,
    )
    expect(own.map(({ text }) => text)).toEqual(['begin', customer, lead, 'commit'])
  })

  it('reads the aliases of a lock, and the nearest table of a lock without one', () => {
    const text = `with held as (select id from "customer" where id = 1 for update)
      select from held c join deal as d on d.customer_id = c.id for update of d`
    expect(locksIn(text).map(({ rank }) => rank)).toEqual([2, 2])
    expect(locksIn('select "l"."id" from "lead" as "l" for update of "l"')).toEqual([
      { name: 'lead', rank: 4, waits: true, writes: false },
    ])
    expect(locksIn('update lead_event set result = $1')).toEqual([])
  })
})
