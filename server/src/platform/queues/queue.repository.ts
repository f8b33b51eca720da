import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Executor } from '../db/client.ts'

/** Which stores have work in which queue (`store_work`). */

/** All queues that serve stores: a new one is a name here, and `test/turns.test.ts` asks how work gets into it. */
export const queueNames = ['leads', 'imports', 'bulks', 'pushes', 'webhooks', 'codes', 'texts'] as const
export type QueueName = (typeof queueNames)[number]

/** A query of the work that waits, with the columns `dealer_id` and `due_at`: of one store, or of all where none is given. */
export type Waiting = (dealerId?: number) => RawBuilder<{ dealer_id: number; due_at: Date }>

/** Completes a condition of `Waiting`: the rows of the store, or all rows. */
export const ofStore = (dealerId: number | undefined, column = sql.ref('dealer_id')): RawBuilder<boolean> =>
  dealerId === undefined ? sql`true` : sql`${column} = ${dealerId}`

/**
 * Says that stores have work in a queue from a time on. Belongs into the transaction that adds the work or makes it due earlier, so that no
 * kill parts them. It only inserts, so that it waits for no other transaction.
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
    insert into store_work (dealer_id, queue, due_at)
    select dealer_id, ${queue}, ${dueAt}::timestamptz from unnest(${stores}::int[]) as store (dealer_id)`.execute(
    db,
  )
}

/** Stores with due work, by queue. */
export async function listDue(
  db: Executor,
  queues: readonly QueueName[],
  now: Date,
): Promise<{ queue: QueueName; dealerId: number }[]> {
  const { rows } = await sql<{ queue: QueueName; dealerId: number }>`
    select distinct queue, dealer_id as "dealerId" from store_work
    where queue = any(${queues}::text[]) and due_at <= ${now}`.execute(db)
  return rows
}

/**
 * Ends a store's turns: one row that says when the store's next work is due replaces all rows of the store, or none where nothing waits. One
 * statement has one snapshot: work that it does not see yet has a row that it does not see either, which stays.
 */
export async function settleStore(
  db: Executor,
  queue: QueueName,
  dealerId: number,
  waiting: Waiting,
  now: Date,
): Promise<void> {
  // The first row that is due ends the search: of many thousands that wait, only those put off until later are all read.
  await sql`
    with next as (
      select coalesce(
        (select w.due_at from (${waiting(dealerId)}) as w where w.due_at <= ${now} limit 1),
        (select min(w.due_at) from (${waiting(dealerId)}) as w)) as due_at
    ), gone as (
      delete from store_work where dealer_id = ${dealerId} and queue = ${queue}
    )
    insert into store_work (dealer_id, queue, due_at)
    select ${dealerId}::int, ${queue}, due_at from next where due_at is not null`.execute(db)
}

/** Adds the rows of stores whose work nobody announced, or not as early as it is due. */
export async function announceForgotten(db: Executor, queue: QueueName, waiting: Waiting): Promise<void> {
  await sql`
    insert into store_work (dealer_id, queue, due_at)
    select w.dealer_id, ${queue}, w.due_at
    from (select w.dealer_id, min(w.due_at) as due_at from (${waiting()}) as w group by w.dealer_id) as w
    where not exists (
      select from store_work s
      where s.dealer_id = w.dealer_id and s.queue = ${queue} and s.due_at <= w.due_at)`.execute(db)
}
