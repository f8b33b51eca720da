import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { buildMember } from '../../../test/factories.ts'
import type { BuiltMember } from '../../../test/factories.ts'
import { transact } from '../db/client.ts'
import type { Executor } from '../db/client.ts'
import { createLog } from '../observe/log.ts'
import { scrape, valueOf } from '../../../test/recount/series.ts'
import { Interrupted, openLeased, progress } from './leased.ts'
import { announceWork } from './queue.repository.ts'
import { createQueues } from './queues.ts'
import type { StoreWork } from './queues.ts'
import type { Claimed, QueueTable, Values } from './table.repository.ts'

/** Long work of two processes on one database; each batch here counts `done_total` of a bulk action up by one. */

interface Row {
  readonly doneTotal: number
}
const of: QueueTable<'customer_bulk', Row> = {
  queue: 'bulks',
  table: 'customer_bulk',
  waits: sql`w.finished_at is null`,
  dueAt: 'lease_until',
  since: 'created_at',
  token: 'lease_holder',
  leaseSeconds: 60,
  columns: sql`w.done_total as "doneTotal"`,
}

let app: TestApp
let member: BuiltMember
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.db.deleteFrom('customer_bulk').execute()
  await app.db.deleteFrom('store_work').where('queue', '=', of.queue).execute()
  member = await buildMember(app.db, app.now(), { role: 3 })
})

const opened: StoreWork[] = []
afterEach(() => Promise.all(opened.splice(0).map((work) => work.stop())))

type Batch = (row: Claimed<Row>, isStopping: () => boolean) => Promise<void>
/** A process that does such work. */
function openProcess(batch: Batch): StoreWork {
  const log = createLog('fatal')
  const queues = createQueues({ db: app.db, clock: app.now, log })
  const work = openLeased({ db: app.db, queues, behalf: app.app.behalf, clock: app.now }, of, batch)
  opened.push(work)
  return work
}

/** Adds work that has waited for so many seconds. */
async function add(waitedSeconds = 0): Promise<number> {
  const at = new Date(app.now().getTime() - waitedSeconds * 1000)
  const { dealerId, memberId } = member
  const { id } = await app.db
    .insertInto('customer_bulk')
    .values({
      dealer_id: dealerId,
      member_id: memberId,
      action: 'wake',
      terms: '{}',
      customer_ids: [],
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await announceWork(app.db, of.queue, [dealerId], at)
  return id
}
const stateOf = (id: number) =>
  app.db
    .selectFrom('customer_bulk')
    .select(['done_total', 'finished_at', 'lease_until'])
    .where('dealer_id', '=', member.dealerId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const step = (db: Executor, row: Claimed<Row>, values: Values<'customer_bulk'> = {}) =>
  progress(db, of, row, { done_total: row.doneTotal + 1, ...values }, app.now())
const finish = (row: Claimed<Row>) => step(app.db, row, { finished_at: app.now(), lease_until: null })

/** A point at which a batch waits until the test lets it continue. */
function createGate() {
  let reach = (): void => undefined
  let open = (): void => undefined
  const reached = new Promise<void>((resolve) => (reach = resolve))
  const opening = new Promise<void>((resolve) => (open = resolve))
  const pass = (): Promise<void> => {
    reach()
    return opening
  }
  return { reached, pass, open }
}

describe('a process whose lease has ended', () => {
  it('rolls back its batch once another process has the work, and leaves it its lease', async () => {
    const id = await add()
    const gate = createGate()
    const outcomes: unknown[] = []
    const slow = openProcess(async (row) => {
      await gate.pass()
      const batch = transact(app.db, async (trx) => {
        const { dealerId, memberId } = member
        await trx
          .updateTable('member')
          .set({ name: '两次' })
          .where('dealer_id', '=', dealerId)
          .where('id', '=', memberId)
          .execute()
        await step(trx, row)
      })
      await batch.catch((error: unknown) => {
        outcomes.push(error)
        throw error
      })
    })
    const running = slow.run()
    await gate.reached
    app.advance(60)
    const held = createGate()
    const other = openProcess(async (row) => {
      await step(app.db, row)
      await held.pass()
      await finish({ ...row, doneTotal: 1 })
    })
    const taking = other.run()
    await held.reached
    const lease = (await stateOf(id)).lease_until
    gate.open()
    await slow.stop()
    expect(outcomes).toEqual([expect.any(Interrupted)])
    expect(await stateOf(id)).toMatchObject({ done_total: 1, lease_until: lease, finished_at: null })
    expect(
      await app.db
        .selectFrom('member')
        .select('name')
        .where('dealer_id', '=', member.dealerId)
        .where('id', '=', member.memberId)
        .executeTakeFirst(),
    ).not.toEqual({ name: '两次' })
    held.open()
    await Promise.all([running, taking])
    expect(await stateOf(id)).toMatchObject({ done_total: 2, finished_at: app.now() })
  })

  it('goes on if no other process has taken the work', async () => {
    const id = await add()
    const slow = openProcess(async (row) => {
      app.advance(600)
      await finish(row)
    })
    await slow.run()
    expect(await stateOf(id)).toMatchObject({ done_total: 1, finished_at: app.now() })
  })
})

describe('a lease', () => {
  it('is extended by progress', async () => {
    const id = await add()
    const gate = createGate()
    const long = openProcess(async (row) => {
      app.advance(50)
      await step(app.db, row)
      await gate.pass()
      await finish({ ...row, doneTotal: 1 })
    })
    const running = long.run()
    await gate.reached
    const other = openProcess(finish)
    app.advance(59)
    await other.run()
    expect(await stateOf(id), 'a minute after the progress is not over').toMatchObject({ finished_at: null })
    gate.open()
    await running
    expect(await stateOf(id)).toMatchObject({ done_total: 2, finished_at: app.now() })
  })

  it('ends with values that clear it, after which any process continues at once', async () => {
    const id = await add()
    const turns: string[] = []
    const first = openProcess(async (row) => {
      turns.push('first')
      await step(app.db, row, { lease_until: null })
      void first.stop()
    })
    await first.run()
    const second = openProcess(async (row) => {
      turns.push('second')
      await finish(row)
    })
    await second.run()
    expect(turns).toEqual(['first', 'second'])
    expect(await stateOf(id)).toMatchObject({ done_total: 2, finished_at: app.now() })
  })

  it('ends with an interrupted batch, whose process stops', async () => {
    const id = await add()
    const gate = createGate()
    const stopping = openProcess(async (_row, isStopping) => {
      await gate.pass()
      if (isStopping()) throw new Interrupted()
    })
    const running = stopping.run()
    await gate.reached
    const stopped = stopping.stop()
    gate.open()
    await Promise.all([running, stopped])
    expect(await stateOf(id)).toMatchObject({ done_total: 0, lease_until: null })
    await openProcess(finish).run()
    expect(await stateOf(id)).toMatchObject({ done_total: 1, finished_at: app.now() })
  })

  it('outlives a failed batch, which is tried again when it ends', async () => {
    const id = await add()
    let tries = 0
    const failing = openProcess((row) => {
      tries += 1
      return tries === 1 ? Promise.reject(new Error('a mistake')) : finish(row)
    })
    for (const seconds of [0, 59]) {
      app.advance(seconds)
      await failing.run()
      expect(tries).toBe(1)
    }
    app.advance(1)
    await failing.run()
    expect(await stateOf(id)).toMatchObject({ done_total: 1, finished_at: app.now() })
  })
})

it('is late in /metrics while each try fails, and not while a batch runs or after it', async () => {
  const readDelay = async (): Promise<number> =>
    valueOf(await scrape(app.app), 'showroom_queue_delay_seconds', { queue: 'bulks' }) ?? -1
  await add()
  let isBroken = true
  const gate = createGate()
  const failing = openProcess(async (row) => {
    if (isBroken) throw new Error('a mistake')
    await gate.pass()
    await finish(row)
  })
  for (let tries = 1; tries <= 6; tries++) {
    await failing.run()
    // Finds no work to claim, and so ends the store's turn.
    await failing.run()
    expect(await readDelay()).toBe((tries - 1) * 60)
    app.advance(60)
  }
  isBroken = false
  const running = failing.run()
  await gate.reached
  await openProcess(finish).run()
  expect(await readDelay()).toBe(0)
  gate.open()
  await running
  expect(await readDelay()).toBe(0)
})

describe('a turn', () => {
  it('is of the work that waits longest, one piece by one process', async () => {
    const ids = [await add(10), await add(30), await add(20)]
    const order: number[] = []
    const claim: Batch = async (row) => {
      order.push(row.id)
      await finish(row)
    }
    const alone = openProcess(claim)
    await alone.run()
    expect(order).toEqual([ids[1], ids[2], ids[0]])
    order.length = 0
    const more = [await add(), await add(), await add()]
    await Promise.all([openProcess(claim).run(), openProcess(claim).run()])
    expect(order.toSorted((one, other) => one - other)).toEqual(more)
  })

  it('does not wait for work that another transaction locks', async () => {
    const locked = await add(20)
    const free = await add(10)
    const done: number[] = []
    const gate = createGate()
    const holding = transact(app.db, async (trx) => {
      await trx
        .selectFrom('customer_bulk')
        .select('id')
        .where('dealer_id', '=', member.dealerId)
        .where('id', '=', locked)
        .forUpdate()
        .execute()
      await gate.pass()
    })
    await gate.reached
    const work = openProcess(async (row) => {
      done.push(row.id)
      await finish(row)
    })
    const running = work.run()
    await expect.poll(() => done).toEqual([free])
    gate.open()
    await Promise.all([holding, running])
  })

  it('is the last one of a process that stops', async () => {
    const ids = [await add(20), await add(10)]
    const gate = createGate()
    const work = openProcess(async (row, isStopping) => {
      expect(isStopping()).toBe(false)
      await gate.pass()
      expect(isStopping()).toBe(true)
      await finish(row)
    })
    const running = work.run()
    await gate.reached
    const stopped = work.stop()
    gate.open()
    await Promise.all([running, stopped])
    const states = await Promise.all(ids.map((id) => stateOf(id)))
    expect(states.map(({ done_total }) => done_total)).toEqual([1, 0])
  })
})
