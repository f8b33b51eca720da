import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import {
  buildConsultant,
  buildReceivingStore,
  buildSource,
  countsOf,
  deliver,
  leadsOf,
  newLeads,
  sendLeads,
} from '../intake.factory.ts'
import type { BuiltSource } from '../intake.factory.ts'
import { insertDeliveries } from './intake.repository.ts'

let app: TestApp
let source: BuiltSource
beforeAll(async () => {
  app = await createTestApp()
  source = await buildSource(app.db)
})
afterAll(() => app.close())

/** The database process that waits for the choice lock of a store. */
async function waitingOn(holder: pg.Client): Promise<number | undefined> {
  const { rows } = await holder.query<{ pid: number }>(
    `select pid from pg_locks where locktype = 'advisory' and not granted
       and database = (select oid from pg_database where datname = current_database())`,
  )
  return rows[0]?.pid
}

/** Runs `work` while the database rejects a number. */
async function without<Result>(
  table: 'lead' | 'customer',
  mobile: string | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: app.databaseUrl })
  await client.connect()
  await client.query(`alter table ${table} add constraint refused check (mobile <> '${mobile}') not valid`)
  const result = await work()
  await client.query(`alter table ${table} drop constraint refused`)
  await client.end()
  return result
}

describe('a process that dies during its work', () => {
  it('loses nothing and creates nothing twice', async () => {
    const store = await buildReceivingStore(app, { policy: 3, consultants: 2 })
    const holder = new pg.Client({ connectionString: app.databaseUrl })
    await holder.connect()
    await holder.query('begin')
    await holder.query(`select pg_advisory_xact_lock(hashtext('lead assignment'), $1::int)`, [store.dealerId])
    const sent = await sendLeads(app, source, newLeads(10, store.code))
    // The worker has inserted its leads in its transaction and waits for the choice lock.
    await expect.poll(() => waitingOn(holder)).toBeTypeOf('number')
    const dying = await waitingOn(holder)
    await holder.query('select pg_terminate_backend($1::int)', [dying])
    // The next attempt may already wait there.
    await expect.poll(() => waitingOn(holder)).not.toBe(dying)
    expect(await leadsOf(app, store.dealerId)).toEqual([])
    await holder.query('rollback')
    await holder.end()
    const other = await app.startNode()
    await Promise.all([app.app.intake.poll(), other.intake.poll()])
    await Promise.all([app.app.intake.idle(), other.intake.idle()])
    // Otherwise it would serve leads of other tests.
    await other.intake.stop()
    const made = await leadsOf(app, store.dealerId)
    expect(made).toHaveLength(10)
    expect(countsOf(made.map((lead) => lead.owner_id))).toEqual([5, 5])
    expect(sent.receipts).toHaveLength(10)
  })

  it('restarts after a deadlock with another transaction', async () => {
    const store = await buildReceivingStore(app, { policy: 3, consultants: 1 })
    const [first, again] = newLeads(2, store.code)
    await deliver(app, source, [first])
    const [{ customer_id } = { customer_id: null }] = await leadsOf(app, store.dealerId)
    const holder = new pg.Client({ connectionString: app.databaseUrl })
    await holder.connect()
    await holder.query(`set deadlock_timeout = '1min'`)
    await holder.query('begin')
    await holder.query(`select pg_advisory_xact_lock(hashtext('lead assignment'), $1::int)`, [store.dealerId])
    await sendLeads(app, source, [{ ...again, mobile: first?.mobile }])
    // The worker holds the customer and waits for the choice lock, whose holder wants the customer.
    await expect.poll(() => waitingOn(holder)).toBeTypeOf('number')
    await holder.query('select from customer where dealer_id = $1 and id = $2 for update', [
      store.dealerId,
      customer_id,
    ])
    await holder.query('commit')
    await holder.end()
    await app.app.intake.idle()
    expect(await leadsOf(app, store.dealerId)).toMatchObject([{ status: 2 }, { status: 2, customer_id }])
  })

  it('a delivery that fails by a server error is kept, counted, retried after growing pauses, and does not block others', async () => {
    const store = await buildReceivingStore(app, { policy: 1 })
    const [good, bad, next] = newLeads(3, store.code)
    const tryLater = async (seconds: number): Promise<void> => {
      app.advance(seconds)
      await app.app.intake.poll()
      await app.app.intake.idle()
    }
    const attempts = async () =>
      (
        await app.db
          .selectFrom('lead_delivery')
          .select('attempts')
          .where('dealer_id', '=', store.dealerId)
          .where('external_id', '=', bad?.externalId ?? '')
          .executeTakeFirstOrThrow()
      ).attempts
    const sent = await without('lead', bad?.mobile, async () => {
      const answer = await deliver(app, source, [good, bad, next])
      await tryLater(4)
      expect(await attempts()).toBe(1)
      await tryLater(6)
      expect(await attempts()).toBe(2)
      await tryLater(9)
      expect(await attempts()).toBe(2)
      await tryLater(2)
      expect(await attempts()).toBe(3)
      return answer
    })
    expect((await leadsOf(app, store.dealerId)).map((lead) => lead.mobile)).toEqual([
      good?.mobile,
      next?.mobile,
    ])
    const rows = await app.db
      .selectFrom('lead_delivery')
      .select(['state', 'errors', 'failure'])
      .where('dealer_id', '=', store.dealerId)
      .orderBy('id')
      .execute()
    expect(rows).toMatchObject([
      { state: 1 },
      {
        state: 0,
        errors: [],
        failure: '23514 new row for relation "lead" violates check constraint "refused"',
      },
      { state: 1 },
    ])
    expect(sent.httpStatus).toBe(202)
    const failing = async () =>
      /^showroom_lead_deliveries_failing (\d+)$/m.exec(await app.app.metrics.render())?.[1]
    expect(await failing()).toBe('1')
    // After the fix the lead arrives by itself.
    await tryLater(3600)
    expect((await leadsOf(app, store.dealerId)).map((lead) => lead.mobile)).toContain(bad?.mobile)
    expect(await failing()).toBe('0')
  })

  it('a lead that fails to be assigned waits and does not block others', async () => {
    const store = await buildReceivingStore(app, { policy: 3 })
    const [bad, good] = newLeads(2, store.code)
    await deliver(app, source, [bad, good])
    const sent = await without('customer', bad?.mobile, async () => {
      await buildConsultant(app, store.dealerId)
      return deliver(app, source, newLeads(2, store.code))
    })
    expect(sent.receipts.map((one) => one.state)).toEqual(['accepted', 'accepted'])
    expect((await leadsOf(app, store.dealerId)).map((lead) => lead.status)).toEqual([1, 2, 2, 2])
  })
})

describe('a flood', () => {
  /** Queues deliveries without waking the worker. */
  async function fill(dealerId: number, code: string, from: BuiltSource, total: number): Promise<void> {
    const leads = newLeads(total, code)
    const sent = leads.map((body) => ({ dealerId, externalId: body.externalId ?? '', body, warnings: [] }))
    await insertDeliveries(app.db, from.id, sent, app.now())
  }
  const madeFrom = async (dealerId: number): Promise<number> => (await leadsOf(app, dealerId)).length
  const mobilesOf = async (dealerId: number): Promise<string[]> =>
    (await leadsOf(app, dealerId)).map(({ mobile }) => mobile)

  it('of one store lets another store have its turn after a batch', async () => {
    const [flooded, quiet] = [await buildReceivingStore(app), await buildReceivingStore(app)]
    await fill(flooded.dealerId, flooded.code, source, 1_000)
    app.app.intake.wake([flooded.dealerId])
    const [lead] = newLeads(1, quiet.code)
    const sent = await sendLeads(app, source, [lead])
    const before = await madeFrom(flooded.dealerId)
    await expect.poll(() => mobilesOf(quiet.dealerId), { interval: 5, timeout: 30_000 }).toHaveLength(1)
    const after = await madeFrom(flooded.dealerId)
    await app.app.intake.idle()
    expect(sent.httpStatus).toBe(202)
    // The current turn, and the work done during the test's polling.
    expect(after - before).toBeLessThanOrEqual(300)
    expect(await madeFrom(flooded.dealerId)).toBe(1_000)
  })

  it('of one source lets another source of the store have its share, each in its order', async () => {
    const store = await buildReceivingStore(app)
    const other = await buildSource(app.db)
    await fill(store.dealerId, store.code, source, 400)
    await fill(store.dealerId, store.code, other, 10)
    app.app.intake.wake([store.dealerId])
    await app.app.intake.idle()
    const rows = await app.db
      .selectFrom('lead_delivery')
      .select(['id', 'source_key', 'lead_id'])
      .where('dealer_id', '=', store.dealerId)
      .orderBy('lead_id')
      .execute()
    const places = rows.flatMap(({ source_key }, at) => (source_key === other.id ? [at] : []))
    expect(places).toHaveLength(10)
    expect(Math.max(...places)).toBeLessThan(50)
    for (const key of [source.id, other.id]) {
      const ids = rows.filter((row) => row.source_key === key).map(({ id }) => id)
      expect(ids).toEqual(ids.toSorted((one, next) => one - next))
    }
  })
})
