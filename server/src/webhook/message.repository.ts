import type { Log, Message } from '@showroom/contract/webhook/webhook.schema'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Executor } from '../platform/db/client.ts'
import { allOf, inRange, pageOf } from '../platform/db/conditions.ts'
import { announceWork, ofStore } from '../platform/queues/queue.repository.ts'
import type { Waiting } from '../platform/queues/queue.repository.ts'

/** Messages to endpoints. `state`: 0 waiting, 1 delivered, 2 given up. */

export interface Event {
  /** As `customer:12`. */
  readonly record: string
  /** Ids and codes, never numbers or names. */
  readonly data: Readonly<Record<string, string | number | boolean>>
}

export interface Happened {
  readonly dealerId: number
  readonly type: string
  readonly events: readonly Event[]
  readonly now: Date
  readonly giveUpAt: Date
}

/** Queues events for all subscribed endpoints of the store and of its group in one statement. */
export async function insertMessages(
  db: Executor,
  { dealerId, type, events, now, giveUpAt }: Happened,
): Promise<void> {
  const { rows } = await sql<{ dealerId: number }>`
    insert into webhook_message (dealer_id, endpoint_id, type, record, from_dealer_id, body, created_at, due_at, give_up_at)
    select e.dealer_id, e.id, ${type}, h.record, d.id,
           json_build_object('type', ${type}::text, 'timestamp', ${now.toISOString()}::text, 'data',
             jsonb_build_object('dealerId', d.id, 'dealerCode', d.code) || h.data)::text,
           ${now}::timestamptz, ${now}, ${giveUpAt}::timestamptz
    from dealer d
    join webhook_endpoint e on e.state = 1 and (e.dealer_id = ${dealerId} and e.group_id is null or e.group_id = d.group_id)
    cross join unnest(${events.map(({ record }) => record)}::text[], ${events.map(({ data }) => JSON.stringify(data))}::jsonb[])
      with ordinality as h (record, data, place)
    where d.id = ${dealerId} and ${type} = any(e.events)
    order by h.place, e.id
    returning dealer_id as "dealerId"`.execute(db)
  // A message to a group's endpoint belongs to the store that registered it, not to the store of the event.
  await announceMessages(
    db,
    rows.map((row) => row.dealerId),
    now,
  )
}

const announceMessages = (db: Executor, dealerIds: readonly number[], now: Date): Promise<void> =>
  announceWork(db, 'webhooks', dealerIds, now)

/** Waiting messages of endpoints that are switched on. */
export const waitingMessages: Waiting = (dealerId) => sql`
  select m.dealer_id, m.due_at from webhook_message m
  join webhook_endpoint e on e.dealer_id = m.dealer_id and e.id = m.endpoint_id and ${ofStore(dealerId, sql.ref('e.dealer_id'))}
  where m.state = 0 and e.state = 1 and ${ofStore(dealerId, sql.ref('m.dealer_id'))}`

export interface Endpoint {
  readonly dealerId: number
  readonly id: number
}

/** Inserts a message to one endpoint that is tried once. */
export async function insertTest(
  db: Executor,
  { dealerId, id }: Endpoint,
  { type, record, from, now }: { type: string; record: string; from: number; now: Date },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into webhook_message (dealer_id, endpoint_id, type, record, from_dealer_id, body, created_at, due_at, give_up_at)
    select ${dealerId}, ${id}, ${type}, ${record}, d.id,
           json_build_object('type', ${type}::text, 'timestamp', ${now.toISOString()}::text,
             'data', json_build_object('dealerId', d.id, 'dealerCode', d.code))::text,
           ${now}, ${now}, ${now}
    from dealer d where d.id = ${from}
    returning id`.execute(db)
  await announceMessages(db, [dealerId], now)
  return rows[0]?.id ?? 0
}

/** Endpoints of a store that have due messages. */
export async function listDue(db: Executor, dealerId: number, now: Date): Promise<Endpoint[]> {
  const { rows } = await sql<Endpoint>`
    select e.dealer_id as "dealerId", e.id from webhook_endpoint e
    where e.dealer_id = ${dealerId} and e.state = 1 and exists (
      select from webhook_message m
      where m.dealer_id = ${dealerId} and m.endpoint_id = e.id and m.state = 0 and m.due_at <= ${now})`.execute(
    db,
  )
  return rows
}

export interface Claimed {
  readonly dealerId: number
  readonly id: number
  readonly endpointId: number
  readonly type: string
  readonly body: string
  readonly tries: number
  readonly failures: number
  readonly giveUpAt: Date
  readonly url: string
  readonly sealed: Buffer
  /** Set while the previous secret also signs. */
  readonly sealedPrevious: Buffer | null
}

/**
 * Claims due messages of an endpoint; the lease ends at `leaseUntil`. Only the first waiting message of a record is claimed: later ones are
 * held back, whichever process has it. The subquery that locks the messages runs once, however the rest is joined: a join that ran it again
 * would skip the rows it has locked and claim more than the limit. The next four of 100,000 take 0.4 ms.
 */
export async function claimMessages(
  db: Executor,
  { dealerId, id }: Endpoint,
  { now, leaseUntil, limit }: { readonly now: Date; readonly leaseUntil: Date; readonly limit: number },
): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`
    with due as materialized (
      select w.id from webhook_message w
      where w.dealer_id = ${dealerId} and w.endpoint_id = ${id} and w.state = 0 and w.due_at <= ${now}
        and not exists (
          select from webhook_message b
          where b.dealer_id = ${dealerId} and b.endpoint_id = ${id} and b.record = w.record and b.state = 0 and b.id < w.id)
      order by w.due_at, w.id limit ${limit} for update skip locked
    )
    update webhook_message m set tries = m.tries + 1, due_at = ${leaseUntil}::timestamptz
    from due, webhook_endpoint e
    where m.dealer_id = ${dealerId} and m.id = due.id and e.dealer_id = ${dealerId} and e.id = ${id} and e.state = 1
    returning m.dealer_id as "dealerId", m.id, m.endpoint_id as "endpointId", m.type, m.body, m.tries, m.failures,
              m.give_up_at as "giveUpAt", e.url, e.sealed_secret as sealed,
              case when e.previous_until > ${now} then e.sealed_previous end as "sealedPrevious"`.execute(db)
  return rows
}

export interface Tried {
  readonly at: Date
  readonly ms: number
  readonly status: number
  readonly failure: string
  readonly answer: string
}

/**
 * Records a try and its effect on the message. Returns false, and changes nothing, if another process has claimed the message meanwhile.
 */
export async function storeMessageResult(
  db: Executor,
  { dealerId, id, tries }: Pick<Claimed, 'dealerId' | 'id' | 'tries'>,
  { at, ms, status, failure, answer }: Tried,
  next: { readonly state: number; readonly dueAt: Date; readonly failures: number },
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    with settled as (
      update webhook_message
      set state = ${next.state}::smallint, due_at = ${next.dueAt}::timestamptz, failures = ${next.failures}::int,
          status = ${status}::smallint, failure = ${failure}
      where dealer_id = ${dealerId} and id = ${id} and state = 0 and tries = ${tries}
      returning dealer_id, id, tries
    )
    insert into webhook_attempt (dealer_id, message_id, n, at, ms, status, failure, answer)
    select dealer_id, id, tries, ${at}::timestamptz, ${ms}::int, ${status}::smallint, ${failure}, ${answer} from settled`.execute(
    db,
  )
  return numAffectedRows > 0n
}

/** Lists a page of an endpoint's messages, newest first, with their total. */
export async function listMessages(db: Executor, { dealerId, id }: Endpoint, query: z.output<typeof Log>) {
  const where = allOf([
    sql`m.dealer_id = ${dealerId} and m.endpoint_id = ${id}`,
    ...inRange('m.created_at', query.createdDate),
    // A literal, not a parameter, so that the plan can use the partial index of failed messages.
    ...(query.state >= 0 ? [sql`m.state = ${sql.lit(query.state)}`] : []),
    ...(query.type ? [sql`m.type = ${query.type}`] : []),
  ])
  const { rows } = await sql<{ data: Message[]; total: number }>`
    select coalesce((select json_agg(json_build_object(
             'id', p.id, 'type', p.type, 'record', p.record, 'dealerName', d.name, 'state', p.state, 'tries', p.tries,
             'createdAt', epoch(p.created_at), 'dueAt', case when p.state = 0 then epoch(p.due_at) else 0 end,
             'status', p.status, 'failure', p.failure) order by p.created_at desc, p.id desc)
             from (select m.* from webhook_message m where ${where}
                   order by m.created_at desc, m.id desc ${pageOf(query)}) p
             join dealer d on d.id = p.from_dealer_id), '[]') as data,
           (select count(*)::int from webhook_message m where ${where}) as total`.execute(db)
  return rows[0] ?? { data: [], total: 0 }
}

/** Returns the body of a message and its tries, newest first. */
export async function findAttempts(db: Executor, endpoint: Endpoint, id: number) {
  const { rows } = await sql<{ body: string; attempts: never[] }>`
    select m.body, coalesce((
             select json_agg(json_build_object('at', epoch(a.at), 'ms', a.ms, 'status', a.status, 'failure', a.failure,
                                               'answer', a.answer) order by a.n desc)
             from webhook_attempt a where a.dealer_id = ${endpoint.dealerId} and a.message_id = m.id), '[]') as attempts
    from webhook_message m
    where m.dealer_id = ${endpoint.dealerId} and m.endpoint_id = ${endpoint.id} and m.id = ${id}`.execute(db)
  return rows[0]
}

interface Again {
  readonly now: Date
  readonly giveUpAt: Date
}

/** Queues a message again unchanged. Returns false if it already waits or does not exist. */
export async function replayMessage(
  db: Executor,
  endpoint: Endpoint,
  id: number,
  { now, giveUpAt }: Again,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update webhook_message set state = 0, failures = 0, due_at = ${now}::timestamptz, give_up_at = ${giveUpAt}::timestamptz
    where dealer_id = ${endpoint.dealerId} and endpoint_id = ${endpoint.id} and id = ${id} and state <> 0`.execute(
    db,
  )
  await announceMessages(db, [endpoint.dealerId], now)
  return numAffectedRows > 0n
}

/** Announces the waiting messages of an endpoint that was switched on again. */
export const announceWaiting = (db: Executor, { dealerId }: Endpoint, now: Date): Promise<void> =>
  announceMessages(db, [dealerId], now)

/** Queues all given-up messages again and returns their number. */
export async function replayAllFailed(db: Executor, endpoint: Endpoint, { now, giveUpAt }: Again) {
  const { numAffectedRows = 0n } = await sql`
    update webhook_message set state = 0, failures = 0, due_at = ${now}::timestamptz, give_up_at = ${giveUpAt}::timestamptz
    where dealer_id = ${endpoint.dealerId} and endpoint_id = ${endpoint.id} and state = 2`.execute(db)
  await announceMessages(db, [endpoint.dealerId], now)
  return Number(numAffectedRows)
}

/** Counts waiting messages of all stores. */
export async function countWaiting(db: Executor): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from webhook_message m
    join webhook_endpoint e on e.dealer_id = m.dealer_id and e.id = m.endpoint_id and e.state = 1
    where m.state = 0`.execute(db)
  return rows[0]?.total ?? 0
}

/** Deletes older messages and tries of all stores. */
export async function deleteOld(db: Executor, before: Date): Promise<void> {
  await sql`delete from webhook_attempt where at < ${before}::timestamptz`.execute(db)
  await sql`delete from webhook_message where created_at < ${before}::timestamptz`.execute(db)
}
