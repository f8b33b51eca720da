import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp } from '../../test/app.ts'
import type { TestApp } from '../../test/app.ts'
import { buildReceivingStore, buildSource, deliver, leadsOf, newLead, sendLeads } from './intake.factory.ts'
import type { BuiltSource } from './intake.factory.ts'

let app: TestApp
let source: BuiltSource
beforeAll(async () => {
  app = await createTestApp()
  source = await buildSource(app.db)
})
afterAll(() => app.close())

const many = (total: number, code: string) => Array.from({ length: total }, () => newLead(code))
const countsOf = (owners: readonly (number | null)[]) =>
  [...new Set(owners)].map((owner) => owners.filter((one) => one === owner).length)

describe('a process that dies in the middle', () => {
  it('loses nothing, and makes nothing twice', async () => {
    const store = await buildReceivingStore(app, { policy: 3, consultants: 2 })
    const holder = new pg.Client({ connectionString: app.databaseUrl })
    await holder.connect()
    await holder.query('begin')
    await holder.query(`select pg_advisory_xact_lock(hashtext('lead assignment'), $1::int)`, [store.dealerId])
    const sent = await sendLeads(app, source, many(10, store.code))
    // The worker has made its leads, in its transaction, and waits to choose.
    const victim = async () => {
      const { rows } = await holder.query<{ pid: number }>(
        `select pid from pg_locks where locktype = 'advisory' and not granted`,
      )
      return rows[0]?.pid
    }
    await expect.poll(victim).toBeTypeOf('number')
    await holder.query('select pg_terminate_backend($1)', [await victim()])
    await expect.poll(victim).toBeUndefined()
    expect(await leadsOf(app, store.dealerId)).toEqual([])
    await holder.query('rollback')
    await holder.end()
    const other = await app.startNode()
    await Promise.all([app.app.intake.poll(), other.intake.poll()])
    await Promise.all([app.app.intake.idle(), other.intake.idle()])
    // It would go on serving what other tests send.
    await other.intake.stop()
    const made = await leadsOf(app, store.dealerId)
    expect(made).toHaveLength(10)
    expect(countsOf(made.map((lead) => lead.owner_id))).toEqual([5, 5])
    expect(sent.receipts).toHaveLength(10)
  })

  it('a delivery that cannot become a lead is set aside, and holds up no other', async () => {
    const store = await buildReceivingStore(app, { policy: 1 })
    const [good, bad, next] = many(3, store.code)
    const client = new pg.Client({ connectionString: app.databaseUrl })
    await client.connect()
    await client.query(`alter table lead add constraint refused check (mobile <> '${bad?.mobile}') not valid`)
    const sent = await deliver(app, source, [good, bad, next])
    await client.query('alter table lead drop constraint refused')
    await client.end()
    expect((await leadsOf(app, store.dealerId)).map((lead) => lead.mobile)).toEqual([
      good?.mobile,
      next?.mobile,
    ])
    const rows = await app.db
      .selectFrom('lead_delivery')
      .select(['state', 'errors'])
      .where('dealer_id', '=', store.dealerId)
      .orderBy('id')
      .execute()
    expect(rows).toMatchObject([
      { state: 1 },
      { state: 2, errors: [{ path: '', text: '处理失败，请联系系统管理员后重放' }] },
      { state: 1 },
    ])
    expect(sent.httpStatus).toBe(202)
  })
})
