import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Executor } from '../db/client.ts'
import { target } from '../db/target.ts'

/** Table `store_work`: which stores have work in which queue. */

/** All queues that serve stores. A new queue adds its name here, and `test/turns.test.ts` then requires a test of how it gets work. */
export const queueNames = [
  'leads',
  'imports',
  'bulks',
  'pushes',
  'devicePushes',
  'webhooks',
  'codes',
  'texts',
  'persons',
  'contacts',
] as const
export type QueueName = (typeof queueNames)[number]

/** Query for the waiting work of a store: when it is due, and since when it waits. */
export type Waiting = (dealerId: number) => RawBuilder<{ due_at: Date; since: Date }>
export type WaitingOf = readonly (readonly [QueueName, Waiting])[]

/** The store of work that belongs to no store, as a code that is requested before anybody signed in. */
const noStore = 0

/**
 * Announces that stores have work in a queue from `dueAt` on. Call it in the transaction that adds the work or makes it due earlier, so
 * that a crash cannot separate the two. It only inserts, so it waits for no other transaction.
 */
export async function announceWork(
  db: Executor,
  queue: QueueName,
  dealerIds: Iterable<number>,
  dueAt: Date,
): Promise<void> {
  const stores = [...new Set(dealerIds)]
  if (stores.length === 0) return
  await sql`
    insert into ${target('store_work')} (dealer_id, queue, due_at)
    select dealer_id, ${queue}, ${dueAt}::timestamptz from unnest(${stores}::int[]) as store (dealer_id)`.execute(
    db,
  )
}

/** A closed store's work waits until it opens again, except that of persons who have a right to it. */
const isWorked = sql`(queue = 'persons' or dealer_id not in (select id from dealer where closed_at is not null))`

/** Lists stores with due work, by queue. */
export async function listDue(
  db: Executor,
  queues: readonly QueueName[],
  now: Date,
): Promise<{ queue: QueueName; dealerId: number }[]> {
  const { rows } = await sql<{ queue: QueueName; dealerId: number }>`
    select distinct queue, dealer_id as "dealerId" from store_work
    where queue = any(${queues}::text[]) and due_at <= ${now} and ${isWorked}`.execute(db)
  return rows
}

/** Seconds that the oldest due work of each queue has waited; 0 for a queue without due work. */
export async function readDelays(db: Executor, now: Date): Promise<ReadonlyMap<QueueName, number>> {
  const { rows } = await sql<{ queue: QueueName; seconds: number }>`
    select queue, extract(epoch from ${now}::timestamptz - min(due_at))::float8 as seconds from store_work
    where queue = any(${[...queueNames]}::text[]) and due_at <= ${now}::timestamptz and ${isWorked}
    group by queue`.execute(db)
  const delays = new Map(rows.map(({ queue, seconds }) => [queue, seconds]))
  return new Map(queueNames.map((queue) => [queue, delays.get(queue) ?? 0]))
}

export interface WaitingWork {
  readonly queue: QueueName
  readonly total: number
  /** Seconds that the oldest item has waited which is due or waits for another try; 0 if there is none. */
  readonly oldestSeconds: number
}

/** Counts the waiting work of a store in each queue. */
export async function countWaiting(
  db: Executor,
  dealerId: number,
  queues: WaitingOf,
  now: Date,
): Promise<readonly WaitingWork[]> {
  if (queues.length === 0) return []
  const counts = queues.map(
    ([queue, waiting]) => sql`
      select ${queue}::text as queue, count(*)::int as total,
        greatest(0, coalesce(extract(epoch from ${now}::timestamptz - min(w.since)), 0))::float8 as "oldestSeconds"
      from (${waiting(dealerId)}) as w`,
  )
  return (await sql<WaitingWork>`${sql.join(counts, sql` union all `)}`.execute(db)).rows
}

/**
 * Ends a store's turns: replaces its rows by one with the time of its next work, or by none if no work waits. This is one statement with
 * one snapshot: for work that it does not see yet, it does not see the row either, so that row stays.
 */
export async function finishTurn(
  db: Executor,
  queue: QueueName,
  dealerId: number,
  waiting: Waiting,
  now: Date,
): Promise<void> {
  // The search stops at the first due row. Only if none is due are all waiting rows read.
  await sql`
    with next as (
      select coalesce(
        (select w.due_at from (${waiting(dealerId)}) as w where w.due_at <= ${now} limit 1),
        (select min(w.due_at) from (${waiting(dealerId)}) as w)) as due_at
    ), gone as (
      delete from ${target('store_work')} where dealer_id = ${dealerId} and queue = ${queue}
    )
    insert into ${target('store_work')} (dealer_id, queue, due_at)
    select ${dealerId}::int, ${queue}, due_at from next where due_at is not null`.execute(db)
}

/** Adds rows for stores whose work was not announced, or announced too late. Reads the queues' tables of one store after the other. */
export async function announceForgotten(
  db: Executor,
  queues: WaitingOf,
  dealerIds: readonly number[],
): Promise<void> {
  const pending: Work[] = []
  for (const dealerId of [noStore, ...dealerIds]) pending.push(...(await listNext(db, queues, dealerId)))
  await sql`
    insert into ${target('store_work')} (dealer_id, queue, due_at)
    select w.dealer_id, w.queue, w.due_at
    from unnest(${pending.map((work) => work.dealerId)}::int[], ${pending.map((work) => work.queue)}::text[],
                ${pending.map((work) => work.dueAt)}::timestamptz[]) as w (dealer_id, queue, due_at)
    where not exists (
      select from store_work s
      where s.dealer_id = w.dealer_id and s.queue = w.queue and s.due_at <= w.due_at)`.execute(db)
}

interface Work {
  readonly dealerId: number
  readonly queue: QueueName
  readonly dueAt: Date
}

/** The next work of a store in each queue that has some. */
async function listNext(db: Executor, queues: WaitingOf, dealerId: number): Promise<Work[]> {
  if (queues.length === 0) return []
  const next = queues.map(
    ([queue, waiting]) =>
      sql`select ${queue}::text as queue, min(w.due_at) as "dueAt" from (${waiting(dealerId)}) as w`,
  )
  const { rows } = await sql<Omit<Work, 'dealerId'>>`
    select * from (${sql.join(next, sql` union all `)}) as n where "dueAt" is not null`.execute(db)
  return rows.map((row) => ({ ...row, dealerId }))
}
