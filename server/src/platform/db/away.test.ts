import { rooms } from '@showroom/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { openLine } from '../../../test/cluster/proxy.ts'
import type { Line } from '../../../test/cluster/proxy.ts'
import { buildMember, newCustomer } from '../../../test/factories.ts'
import type { BuiltMember } from '../../../test/factories.ts'

const { add, list } = rooms.customer

let app: TestApp
let line: Line
let by: BuiltMember
beforeAll(async () => {
  line = await openLine(inject('clusterUrl'))
  app = await createTestApp({ databaseUrl: line.through })
  by = await buildMember(app.db, app.now())
})
afterAll(async () => {
  await app.close()
  await line.cut()
})

const away = { httpStatus: 503, status: '-1', code: 503, detail: '数据库暂不可用，请稍后重试' }

describe('while the database is away', () => {
  it('answers every call with 503, and recovers without a restart', async () => {
    expect(await app.post(list, by.token, {})).toMatchObject({ status: '0' })
    await line.cut()
    try {
      for (const [call, token, body] of [
        [list, by.token, {}],
        [add, by.token, newCustomer(app)],
        [rooms.access.captcha, '', { uniqueId: 'away' }],
        [rooms.access.profile, 'unknown', {}],
      ] as const) {
        const answer = await app.post(call, token, body)
        expect(answer, call.path).toMatchObject(away)
        expect(answer.headers['retry-after']).toBe('2')
        expect(answer.text).not.toMatch(/ECONN|connect|127\.0\.0\.1|postgres/i)
      }
      const ready = await app.app.http.inject('/readyz')
      expect(ready.statusCode).toBe(503)
      expect(ready.json()).toEqual({ status: 'database away' })
      expect((await app.app.http.inject('/healthz')).statusCode).toBe(200)
      expect((await app.app.http.inject('/metrics')).statusCode).toBe(200)
    } finally {
      await line.restore()
    }
    expect(await app.post(list, by.token, {})).toMatchObject({ status: '0' })
    expect((await app.app.http.inject('/readyz')).statusCode).toBe(200)
    // The connection that reports ended sessions recovers too: a revoked session is refused as before.
    await vi.waitFor(async () => {
      const other = await buildMember(app.db, app.now(), { dealerId: by.dealerId })
      expect(await app.post(list, other.token, {})).toMatchObject({ status: '0' })
      await app.db.deleteFrom('session').where('member_id', '=', other.memberId).execute()
      expect(await app.post(list, other.token, {})).toMatchObject({ status: '-100' })
    }, 5000)
  })

  it('commits interrupted calls completely or not at all', async () => {
    const answers = await Promise.all([
      ...Array.from({ length: 8 }, () => app.post(add, by.token, newCustomer(app))),
      new Promise<undefined>((resolve) => {
        setTimeout(() => void line.cut().then(() => resolve(undefined)), 5)
      }),
    ])
    await line.restore()
    const made = answers.filter((answer) => answer?.status === '0')
    for (const answer of answers.filter((one) => one && one.status !== '0'))
      expect(answer).toMatchObject(away)
    const count = async (table: 'customer' | 'deal' | 'activity' | 'timeline') =>
      (await app.db.selectFrom(table).select('id').where('dealer_id', '=', by.dealerId).execute()).length
    const whole = await count('customer')
    expect(whole).toBeGreaterThanOrEqual(made.length)
    for (const table of ['deal', 'activity', 'timeline'] as const) expect(await count(table)).toBe(whole)
  })

  it('replaces backends that an administrator terminated', async () => {
    await app.post(list, by.token, {})
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(
      app.db,
    )
    await vi.waitFor(
      async () => expect(await app.post(list, by.token, {})).toMatchObject({ status: '0' }),
      2000,
    )
  })
})
