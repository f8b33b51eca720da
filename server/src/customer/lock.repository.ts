import type { CustomerState } from '@showroom/contract/customer/customer.rules'
import type { Level } from '@showroom/contract/customer/level.rules'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Executor } from '../platform/db/client.ts'
import { seesOwner } from '../platform/db/conditions.ts'
import type { Scope } from '../platform/session/session.ts'
import { listStoresWith } from '../platform/jobs/stores.repository.ts'
import { orderCounts, seesFile } from './customer.repository.ts'

/**
 * This file takes every row lock on customers and their deals (docs/decisions/0020-lock-order.md): customers by id, each with its current
 * deal. A transaction locks all the customers it needs in one statement, before it locks orders or leads and before it writes. Its holder
 * may change everything that belongs to the customer.
 */

/**
 * Customers that an action may lock: those the member sees (`seen`), those whose files the member reads (`read`), or the whole store
 * (`store`). With `cameSince`, those who came to the store since then, plus seen ones with `orSeen`.
 */
export type Reach = 'seen' | 'read' | 'store' | { readonly cameSince: Date; readonly orSeen: boolean }

function within(scope: Scope, reach: Reach): RawBuilder<boolean> {
  const seen = seesOwner(scope, 'd.owner_id')
  if (reach === 'store') return sql`true`
  if (reach === 'read') return seesFile(scope)
  if (reach === 'seen') return seen
  const came = sql<boolean>`exists (
    select from visit v where v.dealer_id = ${scope.dealerId} and v.customer_id = c.id and v.registered_at >= ${reach.cameSince}::timestamptz)`
  return reach.orSeen ? sql`(${seen} or ${came})` : came
}

export interface CustomerRow {
  readonly customerId: number
  readonly name: string
  readonly mobile: string
  readonly secondPhone: string
  readonly identifyNo: string
  readonly rowVersion: number
  readonly dealId: number
  readonly ownerId: number
  readonly ownerName: string
  /** The owner is neither frozen nor gone, so notices reach them. */
  readonly isOwnerAtWork: boolean
  /** The person was erased. */
  readonly isErased: boolean
  readonly level: Level
  readonly suspendedAt: Date | null
  readonly waitingFailReview: boolean
  readonly arrivedAt: Date | null
  readonly followCount: number
  readonly lastContactAt: Date
  readonly seriesIds: number[]
}

/** Fields that a handover of thousands of customers needs: reading whole rows would take longer than locking them. */
export type HeldFile = Pick<
  CustomerRow,
  'customerId' | 'dealId' | 'ownerId' | 'rowVersion' | 'level' | 'seriesIds'
>

const heldFile = sql`
  c.id as "customerId", c.row_version as "rowVersion", d.id as "dealId", d.owner_id as "ownerId", d.level, d.series_ids as "seriesIds"`
const customerRow = sql`
  ${heldFile}, c.name, c.is_erased as "isErased", c.mobile, c.second_phone as "secondPhone", c.identify_no as "identifyNo", m.name as "ownerName",
  m.status = 0 and m.left_at is null as "isOwnerAtWork", d.suspended_at as "suspendedAt",
  d.waiting_fail_review as "waitingFailReview", d.arrived_at as "arrivedAt", d.follow_count as "followCount", d.last_follow_at as "lastContactAt"`

/**
 * Locks customers and their current deals in the order of the ids, and returns their state in that order. Merged customers and those out
 * of reach are locked, but not returned.
 */
export const lockCustomerRows = (
  db: Executor,
  scope: Scope,
  customerIds: readonly number[],
  reach: Reach = 'seen',
): Promise<CustomerRow[]> => lockRows(db, scope, customerIds, reach, customerRow)

/** Locks customers of the whole store as `lockCustomerRows` does, and returns the fields that a handover needs. */
export const lockToHandOver = (
  db: Executor,
  scope: Scope,
  customerIds: readonly number[],
): Promise<HeldFile[]> => lockRows(db, scope, customerIds, 'store', heldFile)

/** The selected columns may refer to customer `c`, its deal `d` and the owner `m`. */
async function lockRows<Row>(
  db: Executor,
  scope: Scope,
  customerIds: readonly number[],
  reach: Reach,
  columns: RawBuilder<unknown>,
): Promise<Row[]> {
  const ids = [...new Set(customerIds)]
  if (ids.length === 0) return []
  const { dealerId } = scope
  const lock = () =>
    sql<Row>`
    with held as materialized (
      select id, name, mobile, second_phone, identify_no, row_version, current_deal_id, merged_into_id, is_erased from customer
      where dealer_id = ${dealerId} and id = any(${ids}::bigint[])
      order by id for update
    )
    select ${columns}
    from held c
    join deal d on d.dealer_id = ${dealerId} and d.id = c.current_deal_id
    join member m on m.dealer_id = ${dealerId} and m.id = d.owner_id
    where c.merged_into_id is null and ${within(scope, reach)}
    order by c.id for update of d`.execute(db)
  const { rows } = await lock()
  if (rows.length === ids.length) return rows
  // After waiting for a repurchase or a new owner, the joined deal may no longer match. The customers are locked by now, so a second read
  // returns their current state without waiting.
  return (await lock()).rows
}

/**
 * Counts the orders that decide what is allowed, by customer; customers without orders have no entry. Call it after the lock, so that
 * changes made while waiting are included.
 */
export async function countOrders(
  db: Executor,
  { dealerId }: Scope,
  customerIds: readonly number[],
): Promise<ReadonlyMap<number, Pick<CustomerState, 'openOrders' | 'undelivered'>>> {
  if (customerIds.length === 0) return new Map()
  const { rows } = await sql<Pick<CustomerState, 'openOrders' | 'undelivered'> & { id: number }>`
    select c.id, ${orderCounts}
    from customer c join vehicle_order o on o.dealer_id = ${dealerId} and o.customer_id = c.id
    where c.dealer_id = ${dealerId} and c.id = any(${customerIds}::bigint[])
    group by c.id`.execute(db)
  return new Map(rows.map(({ id, ...counts }) => [id, counts]))
}

/** Whether a customer was merged into a file that is within reach. */
export async function wasMerged(
  db: Executor,
  scope: Scope,
  customerId: number,
  reach: Reach = 'seen',
): Promise<boolean> {
  const { rows } = await sql`
    select from customer m
    join customer c on c.dealer_id = ${scope.dealerId} and c.id = m.merged_into_id
    join deal d on d.dealer_id = ${scope.dealerId} and d.id = c.current_deal_id
    where m.dealer_id = ${scope.dealerId} and m.id = ${customerId} and ${within(scope, reach)}`.execute(db)
  return rows.length > 0
}

export interface Dormant {
  readonly dealerId: number
  readonly customerId: number
}

/** Matches the predicate of the index. */
const sleeps = sql`suspended_at is not null and is_current`

/** Returns the stores with dormant customers that are due to wake. */
export const listDormantStores = (db: Executor, now: Date): Promise<number[]> =>
  listStoresWith(
    db,
    (dealerId) => sql`select from deal where dealer_id = ${dealerId} and ${sleeps} and resume_at <= ${now}`,
  )

/** Locks some customers of a store that are due to wake, for the wake job. Customers locked elsewhere wait for the next run. */
export async function claimDormant(
  db: Executor,
  dealerId: number,
  now: Date,
  limit: number,
): Promise<Dormant[]> {
  const { rows } = await sql<Dormant>`
    select c.dealer_id as "dealerId", c.id as "customerId"
    from deal d join customer c on c.dealer_id = ${dealerId} and c.id = d.customer_id
    where d.dealer_id = ${dealerId} and ${sleeps} and d.resume_at <= ${now} and d.level in ('N','H','A','B','C','O','D')
    order by d.resume_at limit ${sql.lit(limit)} for update of c, d skip locked`.execute(db)
  return rows
}
