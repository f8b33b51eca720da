import { partsOf } from '../../platform/open/directory.ts'
import type { FieldError } from '@showroom/contract/kernel/errors'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Executor } from '../../platform/db/client.ts'
import { target } from '../../platform/db/target.ts'
import { later } from '../../platform/clock.ts'
import { announceWork } from '../../platform/queues/queue.repository.ts'
import { doubling } from '../../platform/queues/schedule.ts'
import { changeClaimed, dueIn } from '../../platform/queues/table.repository.ts'
import type { WaitingTable } from '../../platform/queues/table.repository.ts'

/** Deliveries of leads: 0 waiting (for the first try or a retry), 1 done, 2 refused. */

const state = { waiting: 0, done: 1, refused: 2 } as const

/** Source key of leads that our own stores pass on to each other. */
export const ownDeliveries = 0

export interface NewDelivery {
  /** 0 if it names none of our stores. */
  readonly dealerId: number
  readonly externalId: string
  /** As it was sent. */
  readonly body: unknown
  /** Fields that were left out of the lead or cut. */
  readonly warnings: readonly FieldError[]
}

interface Kept {
  readonly id: number
  /** False if it had been sent before. */
  readonly isNew: boolean
  /** Those of the first delivery. */
  readonly warnings: readonly FieldError[]
}

interface KeptRow {
  readonly dealer_id: number
  readonly external_id: string
  readonly id: number
  readonly warnings: readonly FieldError[]
}

/**
 * Stores deliveries for the worker in one statement and returns their ids. A repeated delivery returns the first one, decided by a unique
 * index also for concurrent requests. Ids follow the order of the request, but rows are inserted by external id, so that two requests with
 * the same leads in different order wait instead of deadlocking.
 */
export async function insertDeliveries(
  db: Executor,
  sourceKey: number,
  deliveries: readonly NewDelivery[],
  now: Date,
): Promise<(delivery: Pick<NewDelivery, 'dealerId' | 'externalId'>) => Kept> {
  const earlier = new Map<string, Kept>()
  if (deliveries.length > 0) {
    const { rows } = await sql<KeptRow>`
      insert into ${target('lead_delivery')} (dealer_id, id, source_key, external_id, body, warnings, received_at)
      select dealer_id, id, ${sourceKey}::int, external_id, body, warnings, ${now}::timestamptz
      from (
        select nextval('lead_delivery_id_seq') as id, d.*
        from unnest(${deliveries.map((one) => one.dealerId)}::int[], ${deliveries.map((one) => one.externalId)}::text[],
                    ${deliveries.map((one) => JSON.stringify(one.body))}::jsonb[],
                    ${deliveries.map((one) => JSON.stringify(one.warnings))}::jsonb[]) as d (dealer_id, external_id, body, warnings)
      ) as numbered
      order by dealer_id, external_id
      on conflict (dealer_id, source_key, external_id) where state <> 2 do nothing
      returning dealer_id, external_id, id, warnings`.execute(db)
    for (const row of rows) earlier.set(`${row.dealer_id} ${row.external_id}`, { ...row, isNew: true })
    await announceWork(
      db,
      'leads',
      rows.map((row) => row.dealer_id),
      now,
    )
  }
  const before = deliveries.filter((one) => !earlier.has(`${one.dealerId} ${one.externalId}`))
  for (const [dealerId, ones] of byStore(before)) {
    const { rows } = await sql<KeptRow>`
      select dealer_id, external_id, id, warnings from lead_delivery
      where dealer_id = ${dealerId} and source_key = ${sourceKey}
        and external_id = any(${ones.map((one) => one.externalId)}::text[]) and state <> 2`.execute(db)
    for (const row of rows) earlier.set(`${row.dealer_id} ${row.external_id}`, { ...row, isNew: false })
  }
  return ({ dealerId, externalId }) => {
    const match = earlier.get(`${dealerId} ${externalId}`)
    if (!match) throw new Error(`delivery ${externalId} was neither kept nor found`)
    return match
  }
}

/** Stores an invalid delivery with its errors, to be inspected and replayed. */
export async function insertRefused(
  db: Executor,
  sourceKey: number,
  delivery: NewDelivery & { readonly errors: readonly FieldError[] },
  now: Date,
): Promise<number> {
  const row = await db
    .insertInto('lead_delivery')
    .values({
      dealer_id: delivery.dealerId,
      source_key: sourceKey,
      external_id: delivery.externalId,
      state: state.refused,
      body: JSON.stringify(delivery.body),
      errors: JSON.stringify(delivery.errors),
      warnings: JSON.stringify(delivery.warnings),
      received_at: now,
      handled_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export interface Delivery {
  readonly id: number
  readonly sourceKey: number
  /** Code of onlineSources; 0 for our own deliveries. */
  readonly sourceId: number
  readonly body: unknown
  readonly receivedAt: Date
  /** Failures by an error of the server. */
  readonly attempts: number
}

/** Waiting deliveries. A worker holds them by row locks. */
export const leadDeliveries: WaitingTable<'lead_delivery', object> = {
  queue: 'leads',
  table: 'lead_delivery',
  waits: sql`w.state = 0`,
  dueAt: 'retry_at',
  since: 'received_at',
  token: 'attempts',
  held: () => sql`w.state = 0`,
}

interface Share {
  readonly limit: number
  /** Only this delivery. */
  readonly id?: number
}

/**
 * Selects the next due deliveries of a store: all if they fit, otherwise an equal share of each source, oldest first, so that a source with
 * thousands does not crowd out the others.
 */
const shareOut = (
  dealerId: number,
  { limit, id }: Share,
  now: Date,
  lock: RawBuilder<unknown>,
) => sql<Delivery>`
  select id, "sourceKey", "sourceId", body, "receivedAt", attempts from (
    select d.*, s.source_id as "sourceId", row_number() over (partition by s.key order by d.id) as place
    from (select ${sql.lit(ownDeliveries)} as key, 0 as source_id union all select id, source_id from lead_source) as s
    cross join lateral (
      select id, source_key as "sourceKey", body, received_at as "receivedAt", attempts from lead_delivery w
      where ${dueIn(leadDeliveries, dealerId, now)} and w.source_key = s.key
        and ${id === undefined ? sql`true` : sql`w.id = ${id}`}
      order by w.id limit ${limit} ${lock}
    ) as d
    order by place, id limit ${limit}
  ) as chosen
  order by id`

/** Claims the next due deliveries of a store, skipping those of other processes. */
export const claimDeliveries = async (
  db: Executor,
  dealerId: number,
  share: Share,
  now: Date,
): Promise<Delivery[]> => (await shareOut(dealerId, share, now, sql`for update skip locked`).execute(db)).rows

/** Lists the same deliveries without claiming them. */
export const listDue = async (
  db: Executor,
  dealerId: number,
  limit: number,
  now: Date,
): Promise<Delivery[]> => (await shareOut(dealerId, { limit }, now, sql``).execute(db)).rows

export async function completeDeliveries(
  db: Executor,
  dealerId: number,
  settled: readonly { readonly id: number; readonly leadId: number }[],
  now: Date,
): Promise<void> {
  await sql`
    update ${target('lead_delivery')} d set state = ${sql.lit(state.done)}, lead_id = s.lead_id, handled_at = ${now}::timestamptz
    from unnest(${settled.map((one) => one.id)}::bigint[], ${settled.map((one) => one.leadId)}::bigint[]) as s (id, lead_id)
    where d.dealer_id = ${dealerId} and d.id = s.id`.execute(db)
}

/** Marks a delivery as refused. Returns false if another process has settled it. */
export async function refuseDelivery(
  db: Executor,
  dealerId: number,
  id: number,
  errors: readonly FieldError[],
  now: Date,
): Promise<boolean> {
  const changed = await db
    .updateTable('lead_delivery')
    .set({ state: state.refused, errors: JSON.stringify(errors), handled_at: now })
    .where('dealer_id', '=', dealerId)
    .where('id', '=', id)
    .where('state', '=', state.waiting)
    .executeTakeFirst()
  return changed.numUpdatedRows > 0n
}

/** Finds a delivery of the source by its receipt. */
export async function findDelivery(db: Executor, sourceKey: number, receipt: string) {
  const parts = partsOf(receipt)
  if (!parts) return undefined
  return db
    .selectFrom('lead_delivery')
    .select([
      'external_id as externalId',
      'state',
      'errors',
      'warnings',
      'received_at as receivedAt',
      'replayed_as as replayedAs',
    ])
    .where('dealer_id', '=', parts.dealerId)
    .where('id', '=', parts.id)
    .where('source_key', '=', sourceKey)
    .executeTakeFirst()
}

const replayMax = 500

/** A refused delivery, locked. */
export interface RefusedDelivery {
  readonly dealerId: number
  readonly id: number
  readonly body: unknown
  readonly replayedAs: string | null
}

/**
 * Locks refused deliveries and returns them oldest first: the named ones with their replays, or all that were not replayed yet. Waits for
 * rows locked by another request, so that none is left out. Finds the stores first, and locks the rows of one at a time.
 */
export async function lockRefused(
  db: Executor,
  sourceKey: number,
  receipts: readonly string[] | undefined,
): Promise<RefusedDelivery[]> {
  const named = receipts?.flatMap((receipt) => partsOf(receipt) ?? [])
  const refused = () =>
    db
      .selectFrom('lead_delivery')
      .where('source_key', '=', sourceKey)
      .where('state', '=', sql.lit(state.refused))
      .where(
        named
          ? sql<boolean>`(dealer_id, id) in (
            select * from unnest(${named.map((one) => one.dealerId)}::int[], ${named.map((one) => one.id)}::bigint[]))`
          : sql<boolean>`replayed_as is null`,
      )
  const refusedRow = await refused()
    .select(['dealer_id as dealerId', 'id'])
    .orderBy('id')
    .limit(replayMax)
    .execute()
  const locked: RefusedDelivery[] = []
  for (const [dealerId, ids] of byStore(refusedRow))
    locked.push(
      ...(await refused()
        .select(['dealer_id as dealerId', 'id', 'body', 'replayed_as as replayedAs'])
        .where('dealer_id', '=', dealerId)
        .where('id', '=', sql<number>`any(${ids.map(({ id }) => id)}::bigint[])`)
        .orderBy('id')
        .forUpdate()
        .execute()),
    )
  return locked.toSorted((one, other) => one.id - other.id)
}

/** The rows of each store, in the order of the stores' ids, so that locks are taken in one order. */
function byStore<Row extends { readonly dealerId: number }>(rows: readonly Row[]): [number, Row[]][] {
  const stores = [...new Set(rows.map(({ dealerId }) => dealerId))].toSorted((one, other) => one - other)
  return stores.map((dealerId) => [dealerId, rows.filter((row) => row.dealerId === dealerId)])
}

export async function markReplayed(
  db: Executor,
  replayed: readonly { readonly dealerId: number; readonly id: number; readonly receipt: string }[],
): Promise<void> {
  for (const [dealerId, rows] of byStore(replayed))
    await sql`
      update ${target('lead_delivery')} d set replayed_as = r.receipt
      from unnest(${rows.map((one) => one.id)}::bigint[], ${rows.map((one) => one.receipt)}::text[]) as r (id, receipt)
      where d.dealer_id = ${dealerId} and d.id = r.id`.execute(db)
}

/** Seconds until the next try. Retries become hourly and never end. */
const pauseAfter = doubling({ first: 5, longest: 3_600 })

/**
 * Postpones a delivery that failed by a server error, which is not the sender's fault and so no refusal. `failure` describes the error
 * without values. Returns the number of failures and the next try; undefined if another process has settled it.
 */
export async function postponeDelivery(
  db: Executor,
  dealerId: number,
  { id, attempts: before }: Delivery,
  failure: string,
  now: Date,
): Promise<{ attempts: number; retryAt: Date } | undefined> {
  const attempts = before + 1
  const retryAt = later(now, pauseAfter(attempts))
  const claim = { dealerId, id, token: before }
  const changed = await changeClaimed(db, leadDeliveries, claim, { attempts, failure, retry_at: retryAt })
  return changed ? { attempts, retryAt } : undefined
}

/** Accepted deliveries that a fault of the server keeps from becoming leads. */
export const failingDeliveries = sql`w.state = 0 and w.attempts > 0`

/** Deliveries that became leads or were refused. */
export const settledDeliveries = sql`w.state <> 0`
