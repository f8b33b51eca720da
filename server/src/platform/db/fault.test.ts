import { rooms } from '@showroom/contract'
import type { Call } from '@showroom/contract/kernel/call'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { buildMember, newCustomer } from '../../../test/factories.ts'
import type { BuiltMember } from '../../../test/factories.ts'
import { faultOf } from './fault.ts'

const { add, list } = rooms.customer

let app: TestApp
let by: BuiltMember
/** An administrator, connected to another database of the cluster. */
let admin: pg.Client
beforeAll(async () => {
  app = await createTestApp()
  by = await buildMember(app.db, app.now())
  admin = new pg.Client({ connectionString: inject('clusterUrl') })
  await admin.connect()
})
afterAll(async () => {
  await admin.end()
  await app.close()
})

const ready = async () => {
  const { statusCode, json } = await app.app.http.inject('/readyz')
  return { statusCode, ...json<{ status: string; database?: string }>() }
}
/** The first calls on terminated connections fail. */
const answers = (call: Call, body: object) =>
  vi.waitFor(async () => expect(await app.post(call, by.token, body)).toMatchObject({ status: '0' }), 20_000)
const gauges = async (): Promise<string[]> => {
  const { body } = await app.app.http.inject('/metrics')
  return body.match(/^showroom_database_(?:away|read_only|full) \d/gm) ?? []
}
const customers = () =>
  app.db.selectFrom('customer').select('id').where('dealer_id', '=', by.dealerId).execute()

it.each([
  ['away', ['57P01', '57P03', '08000', '08006', '53200', '53300', '58030', 'ECONNREFUSED', 'ETIMEDOUT']],
  ['read-only', ['25006']],
  ['full', ['53100']],
  ['busy', ['40P01', '40001', '55P03', '57014', '25P03']],
  [undefined, ['23505', '42P01', '22003', '0A000']],
])('%s is the fault of %j', (fault, codes) => {
  for (const code of codes) expect(faultOf(Object.assign(new Error('any'), { code })), code).toBe(fault)
})

describe('a database that is read-only', () => {
  const set = async (value: 'on' | 'off'): Promise<void> => {
    const name = admin.escapeIdentifier(new URL(app.databaseUrl).pathname.slice(1))
    await admin.query(`alter database ${name} set default_transaction_read_only = ${value}`)
    // The setting applies to new connections.
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
      new URL(app.databaseUrl).pathname.slice(1),
    ])
  }

  it('answers queries, refuses writes with 503, and recovers without a restart', async () => {
    await set('on')
    try {
      // The session was last used long ago, and its time of last use cannot be stored.
      app.advance(120)
      await answers(list, {})
      const refused = await app.post(add, by.token, newCustomer(app))
      expect(refused).toMatchObject({
        httpStatus: 503,
        status: '-1',
        code: 503,
        detail: '系统暂时只能查看，不能保存，请稍后重试',
      })
      expect(refused.headers['retry-after']).toBe('2')
      expect(await ready()).toEqual({ statusCode: 200, status: 'ok', database: 'read-only' })
      expect(await gauges()).toContain('showroom_database_read_only 1')
    } finally {
      await set('off')
    }
    await answers(add, newCustomer(app))
    // A disk that was full a minute ago, of another test, is still reported.
    expect(await ready()).not.toMatchObject({ database: 'read-only' })
    expect(await gauges()).toContain('showroom_database_read_only 0')
  })
})

it('a call that waits too long for a lock gets 503, and is done afterwards', async () => {
  const database = new URL(app.databaseUrl).pathname.slice(1)
  const set = (text: string) => admin.query(`alter database ${admin.escapeIdentifier(database)} ${text}`)
  await set("set lock_timeout = '300ms'")
  await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [database])
  await answers(list, {})
  const holder = new pg.Client({ connectionString: app.databaseUrl })
  await holder.connect()
  await holder.query('begin; lock table customer in exclusive mode')
  try {
    expect(await app.post(add, by.token, newCustomer(app))).toMatchObject({
      httpStatus: 503,
      code: 503,
      detail: '系统繁忙，请稍后重试',
    })
  } finally {
    await holder.end()
    await set('reset lock_timeout')
  }
  await answers(add, newCustomer(app))
})

describe('a database whose disk is full', () => {
  it('answers queries, refuses writes with 503, and leaves nothing behind', async () => {
    const before = await customers()
    await sql`
      create function no_space() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file' using errcode = '53100'; end $$`.execute(app.db)
    await sql`create trigger no_space before insert on timeline for each row execute function no_space()`.execute(
      app.db,
    )
    expect(await app.post(add, by.token, newCustomer(app))).toMatchObject({
      httpStatus: 503,
      code: 503,
      detail: '数据库存储空间不足，暂时不能保存，请联系管理员',
    })
    expect(await app.post(list, by.token, {})).toMatchObject({ status: '0' })
    expect(await ready()).toEqual({ statusCode: 200, status: 'ok', database: 'full' })
    expect(await gauges()).toContain('showroom_database_full 1')
    expect(await customers()).toEqual(before)
    await sql`drop trigger no_space on timeline`.execute(app.db)
    expect(await app.post(add, by.token, newCustomer(app))).toMatchObject({ status: '0' })

    const now = performance.now.bind(performance)
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + 50_000)
    try {
      expect(await ready()).toMatchObject({ database: 'full' })
      clock.mockImplementation(() => now() + 61_000)
      expect(await ready()).toMatchObject({ database: 'ok' })
    } finally {
      clock.mockRestore()
    }
  })
})
