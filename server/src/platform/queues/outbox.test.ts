import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { transact } from '../db/client.ts'
import type { Executor } from '../db/client.ts'
import { createLog } from '../observe/log.ts'
import { OutsideError } from '../outside/ask.ts'
import { failed, openOutbox } from './outbox.ts'
import type { Claiming, OutboxWork } from './outbox.ts'
import { announceWork } from './queue.repository.ts'
import { createQueues } from './queues.ts'
import { stepwise } from './schedule.ts'
import { claimRows } from './table.repository.ts'
import type { QueueTable } from './table.repository.ts'

/** `openOutbox` gives every sender claims, retries, leases and turns; this one sends numbers of `notice_push`. */

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

/** Answers of the other system, by number; others are taken at once. */
const answers = new Map<number, () => Promise<void>>()
const received: number[] = []
const turns: number[] = []
async function deliver(id: number): Promise<void> {
  await answers.get(id)?.()
  received.push(id)
}

const opened: OutboxWork[] = []
const numbers: QueueTable<'notice_push', { readonly tries: number }> = {
  queue: 'pushes',
  table: 'notice_push',
  id: 'notice_id',
  waits: sql`w.state = 0`,
  leaseSeconds: 120,
  order: sql`w.due_at, w.notice_id`,
  columns: sql`w.tries`,
}
type Turn = number | ((dealerId: number, claiming: Claiming<{ readonly tries: number }>) => Promise<boolean>)
/** A sender as one process opens it: its table, how much it sends at once, how it sends, when it tries again. */
function openSender(places?: number, [...pauses] = [10, 60], turn: Turn = 2): OutboxWork {
  const log = createLog('debug', { write: keepTurn })
  const deps = { db: app.db, clock: app.now, log, queues: createQueues({ db: app.db, clock: app.now, log }) }
  const pauseAfter = stepwise(...pauses)
  const work = openOutbox(deps, {
    of: numbers,
    atOnce: 1,
    turn,
    ...(places && { parallel: { places, fault: 'sending numbers failed' } }),
    async send({ id, token }) {
      try {
        await deliver(id)
        return { values: { state: 1, failure: '' } }
      } catch (error) {
        if (!(error instanceof OutsideError)) throw error
        return failed({ failure: error.message }, pauseAfter(Number(token)), { state: 2 })
      }
    },
  })
  opened.push(work)
  return work
}
function keepTurn(line: string): void {
  const { msg, dealerId = 0 } = JSON.parse(line) as { msg: string; dealerId?: number }
  if (msg === 'turn') turns.push(dealerId)
}

beforeEach(async () => {
  answers.clear()
  received.length = 0
  turns.length = 0
  await app.db.deleteFrom('notice_push').execute()
  await app.db.deleteFrom('store_work').where('queue', '=', 'pushes').execute()
})
afterEach(() => Promise.all(opened.splice(0).map((work) => work.stop())))

async function add(dealerId: number, ...ids: readonly number[]): Promise<void> {
  await addIn(app.db, dealerId, ...ids)
}
async function addIn(db: Executor, dealerId: number, ...ids: readonly number[]): Promise<void> {
  await db
    .insertInto('notice_push')
    .values(ids.map((id) => ({ dealer_id: dealerId, notice_id: id, due_at: app.now() })))
    .execute()
  await announceWork(db, 'pushes', [dealerId], app.now())
}
const rowOf = (id: number) =>
  app.db
    .selectFrom('notice_push')
    .select(['state', 'tries', 'failure'])
    .where('notice_id', '=', id)
    .executeTakeFirstOrThrow()
const upTo = (total: number, from = 1): number[] => Array.from({ length: total }, (_, at) => from + at)
const refuse = (id: number, times: number): void => {
  let left = times
  answers.set(id, () => ((left -= 1) >= 0 ? Promise.reject(new OutsideError('busy')) : Promise.resolve()))
}
/** Holds the answer of a number until it is let go. */
function hold(id: number): () => void {
  let letGo = (): void => undefined
  const held = new Promise<void>((resolve) => (letGo = resolve))
  answers.set(id, () => held)
  return letGo
}

it('is a sender of at most 40 lines', () => {
  const source = readFileSync(import.meta.filename, 'utf8').split(/^(?=const numbers|function keepTurn)/m)[1]
  const lines = source?.split('\n').length
  expect(lines).toBeGreaterThan(20)
  expect(lines).toBeLessThanOrEqual(40)
})

describe.each([undefined, 3])('a row of a sender with %s places', (places) => {
  it('is sent once by two processes', async () => {
    await add(1, ...upTo(30))
    await Promise.all([openSender(places).run(), openSender(places).run()])
    expect(received.toSorted((one, two) => one - two)).toEqual(upTo(30))
    expect(await rowOf(7)).toEqual({ state: 1, tries: 1, failure: '' })
  })

  it('is retried after each pause, and given up after the last', async () => {
    await add(1, 1, 2)
    refuse(1, 2)
    refuse(2, 9)
    const sender = openSender(places)
    for (const seconds of [0, 9, 1, 59, 1, 3_600]) {
      app.advance(seconds)
      await sender.run()
    }
    expect(await rowOf(1)).toEqual({ state: 1, tries: 3, failure: '' })
    expect(await rowOf(2)).toEqual({ state: 2, tries: 3, failure: 'busy' })
    expect(received).toEqual([1])
  })

  it('is not retried before its pause is over', async () => {
    await add(1, 1)
    refuse(1, 1)
    const sender = openSender(places)
    await sender.run()
    app.advance(9)
    await sender.run()
    expect(await rowOf(1)).toEqual({ state: 0, tries: 1, failure: 'busy' })
  })

  it('is sent by another process when the first was killed in the middle, whose late result does not count', async () => {
    await add(1, 1)
    const letGo = hold(1)
    const killed = openSender(places)
    killed.wake()
    await expect.poll(async () => (await rowOf(1)).tries).toBe(1)
    const other = openSender(places)
    app.advance(119)
    await other.run()
    expect(await rowOf(1), 'still leased').toMatchObject({ tries: 1 })
    app.advance(1)
    answers.set(1, () => Promise.reject(new OutsideError('busy')))
    await other.run()
    expect(await rowOf(1)).toEqual({ state: 0, tries: 2, failure: 'busy' })
    letGo()
    await killed.stop()
    expect(await rowOf(1), 'held by nobody').toEqual({ state: 0, tries: 2, failure: 'busy' })
  })

  it('is claimed in the order of its table, past rows that another transaction locks', async () => {
    await add(1, ...upTo(6))
    const due = sql<Date>`due_at - make_interval(secs => notice_id)`
    await app.db.updateTable('notice_push').set({ due_at: due }).where('dealer_id', '=', 1).execute()
    const order: number[] = []
    const sender = openSender(places, [10], async (_dealerId, { take, sending }) => {
      const hasMore = await take(2)
      const sent = new Set([...received, ...sending().map(({ id }) => id)])
      // The rows of one claim come in any order.
      order.push(...[...sent].filter((id) => !order.includes(id)).toSorted((one, other) => other - one))
      return hasMore
    })
    let letGo = (): void => undefined
    const holding = new Promise<void>((resolve) => (letGo = resolve))
    await new Promise<void>((locked) => {
      void transact(app.db, async (trx) => {
        const row = trx.selectFrom('notice_push').select('notice_id').where('dealer_id', '=', 1)
        await row.where('notice_id', '=', 6).forUpdate().execute()
        locked()
        await holding
      })
    })
    sender.wake([1])
    await expect.poll(() => received.length).toBe(5)
    letGo()
    expect(order).toEqual([5, 4, 3, 2, 1])
  })

  it('is tried again as soon as a short pause is over, without a poll', async () => {
    await add(1, 1)
    refuse(1, 1)
    await openSender(places, [0.2]).run()
    app.advance(0.2)
    await expect.poll(() => received).toEqual([1])
  })

  it('waits for a turn of each store, not for all their rows', async () => {
    await add(1, ...upTo(40))
    await add(2, ...upTo(40, 101))
    await add(3, 201)
    await openSender(places).run()
    expect(received).toHaveLength(81)
    expect(turns.indexOf(3)).toBeLessThanOrEqual(2)
    expect(received.indexOf(201)).toBeLessThanOrEqual(6)
  })
})

it('sends no more rows at once than it has places, and none after it was stopped', async () => {
  await add(1, ...upTo(10))
  const letGo = upTo(10).map((id) => hold(id))
  const sender = openSender(3)
  sender.wake()
  await expect.poll(countClaimed).toBe(3)
  const stopped = sender.stop()
  for (const go of letGo) go()
  await stopped
  expect(received).toHaveLength(3)
  expect(await countClaimed()).toBe(3)
})

it('claims no more in a turn that its process ends', async () => {
  await add(1, 1, 2, 3)
  const letGo = hold(1)
  const sender = openSender(undefined, [10], async (_dealerId, { take }) => {
    while (await take(1)) continue
    return true
  })
  sender.wake([1])
  await expect.poll(countClaimed).toBe(1)
  const stopped = sender.stop()
  letGo()
  await stopped
  expect(received).toEqual([1])
})

it('claims no more rows than its limit, however the database joins them', async () => {
  await add(1, ...upTo(50))
  const claimed = await transact(app.db, async (trx) => {
    for (const way of ['hashjoin', 'mergejoin', 'material', 'memoize'])
      await sql.raw(`set local enable_${way} = off`).execute(trx)
    return claimRows(trx, numbers, 1, { now: app.now(), limit: 3 })
  })
  expect(claimed.map(({ id }) => id).toSorted((one, other) => one - other)).toEqual([1, 2, 3])
})

const countClaimed = async (): Promise<number> =>
  (await app.db.selectFrom('notice_push').select('notice_id').where('tries', '>', 0).execute()).length

it('keeps a row claimed after an unexpected error, and sends it when the lease ends', async () => {
  await add(1, 1)
  answers.set(1, () => Promise.reject(new Error('a mistake')))
  const sender = openSender(3)
  await sender.run()
  answers.clear()
  await sender.run()
  expect(received).toEqual([])
  app.advance(121)
  await sender.run()
  expect(received).toEqual([1])
})

it('shows in /metrics how long the oldest due work has waited', async () => {
  const readDelay = async (): Promise<string | undefined> => {
    const { body } = await app.app.http.inject('/metrics')
    return /^showroom_queue_delay_seconds\{queue="pushes"\} (\S+)$/m.exec(body)?.[1]
  }
  expect(await readDelay()).toBe('0')
  await add(1, 1)
  app.advance(30)
  await add(2, 2)
  app.advance(10)
  expect(await readDelay()).toBe('40')
  await openSender().run()
  expect(await readDelay()).toBe('0')
})

describe('the table of stores with work', () => {
  const sorted = () => received.toSorted((one, two) => one - two)
  const waiting = () =>
    app.db.selectFrom('store_work').select('dealer_id').where('queue', '=', 'pushes').execute()

  it('keeps the work that a transaction adds while the turn of its store ends', async () => {
    await add(1, 1)
    let commit = (): void => undefined
    const committing = new Promise<void>((resolve) => (commit = resolve))
    let adding = Promise.resolve()
    await new Promise<void>((begun) => {
      adding = transact(app.db, async (trx) => {
        await addIn(trx, 1, 2)
        begun()
        await committing
      })
    })
    // The turn ends with nothing left to see, and does not wait for the other transaction.
    await openSender().run()
    expect(received).toEqual([1])
    expect(await waiting()).toEqual([])
    commit()
    await adding
    // The process that added it was killed before its wake-up.
    await openSender().run()
    expect(received).toEqual([1, 2])
  })

  it('loses nothing of thirty parallel writers, while two processes serve the store', async () => {
    const senders = [openSender(), openSender()]
    const adding = Promise.all(upTo(30).map((id) => transact(app.db, (trx) => addIn(trx, 1, id))))
    const serve = () => Promise.all(senders.map((sender) => sender.run()))
    await Promise.all([adding, serve()])
    await serve()
    expect(sorted()).toEqual(upTo(30))
    expect(await waiting()).toEqual([])
  })
})
