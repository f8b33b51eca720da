import type { Log, Message } from '@showroom/contract/webhook/webhook.schema'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Executor } from '../platform/db/client.ts'
import { allOf, inRange, pageOf } from '../platform/db/conditions.ts'
import type { Condition } from '../platform/db/conditions.ts'
import { theDealer } from '../platform/db/dealer.ts'
import { target } from '../platform/db/target.ts'
import { announceWork } from '../platform/queues/queue.repository.ts'
import { updateClaimed } from '../platform/queues/table.repository.ts'
import type { Claimed, QueueTable, Values } from '../platform/queues/table.repository.ts'

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
    insert into ${target('webhook_message')} (dealer_id, endpoint_id, type, record, from_dealer_id, body, created_at, due_at, give_up_at)
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
    insert into ${target('webhook_message')} (dealer_id, endpoint_id, type, record, from_dealer_id, body, created_at, due_at, give_up_at)
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

export interface MessageRow {
  readonly endpointId: number
  readonly type: string
  readonly body: string
  readonly failures: number
  readonly giveUpAt: Date
  readonly url: string
  readonly sealed: Buffer
  readonly sealedPrevious: Buffer | null
  /** Until then the previous secret also signs. */
  readonly previousUntil: Date | null
}
export type ClaimedMessage = Claimed<MessageRow>

/** Condition of the messages to endpoints that are switched on. */
const waitsAt = (dealer: Condition): Condition => sql`
  w.state = 0 and exists (
    select from webhook_endpoint s where s.dealer_id = ${dealer} and s.id = w.endpoint_id and s.state = 1)`

/** The same for the messages of all stores, for a gauge. */
export const waitingMessages = waitsAt(sql`w.dealer_id`)

/** Messages of endpoints that are switched on. */
export const messages: QueueTable<'webhook_message', MessageRow> = {
  queue: 'webhooks',
  table: 'webhook_message',
  waits: waitsAt(theDealer),
  // Longer than the slowest possible try.
  leaseSeconds: 60,
  held: () => sql`w.state = 0`,
  order: sql`w.due_at, w.id`,
  columns: sql`
    w.endpoint_id as "endpointId", w.type, w.body, w.failures, w.give_up_at as "giveUpAt", e.url, e.sealed_secret as sealed,
    e.sealed_previous as "sealedPrevious", e.previous_until as "previousUntil"`,
  join: (dealerId) => ({
    tables: sql`webhook_endpoint e`,
    on: sql`e.dealer_id = ${dealerId} and e.id = w.endpoint_id`,
  }),
}

/**
 * Condition of an endpoint's next messages. Only the first waiting message of a record is claimed: later ones are held back, whichever
 * process has it. The next four of 100,000 take 0.4 ms.
 */
export const nextOf = ({ dealerId, id }: Endpoint): Condition => sql`
  w.endpoint_id = ${id} and not exists (
    select from webhook_message b
    where b.dealer_id = ${dealerId} and b.endpoint_id = ${id} and b.record = w.record and b.state = 0 and b.id < w.id)`

export interface Tried {
  readonly at: Date
  readonly ms: number
  readonly status: number
  readonly failure: string
  readonly answer: string
}

/** Records a try and its effect on the message. Returns false, and changes nothing, if another process has claimed it meanwhile. */
export async function storeTry(
  db: Executor,
  message: ClaimedMessage,
  { at, ms, status, failure, answer }: Tried,
  next: Values<'webhook_message'>,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    with changed as (${updateClaimed(messages, message, { ...next, status, failure })})
    insert into ${target('webhook_attempt')} (dealer_id, message_id, n, at, ms, status, failure, answer)
    select dealer_id, id, tries, ${at}::timestamptz, ${ms}::int, ${status}::smallint, ${failure}, ${answer} from changed`.execute(
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
    update ${target('webhook_message')} set state = 0, failures = 0, due_at = ${now}::timestamptz, give_up_at = ${giveUpAt}::timestamptz
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
    update ${target('webhook_message')} set state = 0, failures = 0, due_at = ${now}::timestamptz, give_up_at = ${giveUpAt}::timestamptz
    where dealer_id = ${endpoint.dealerId} and endpoint_id = ${endpoint.id} and state = 2`.execute(db)
  await announceMessages(db, [endpoint.dealerId], now)
  return Number(numAffectedRows)
}
