import { openOrderStatuses } from '@showroom/contract/customer/customer.rules'
import { sql } from 'kysely'
import type { UpdateObject } from 'kysely'
import type { Executor } from '../platform/db/client.ts'
import { seesOwner } from '../platform/db/conditions.ts'
import type { DB } from '../platform/db/tables.ts'
import type { Scope } from '../platform/session/session.ts'

/** What the verbs of the room share: locking a customer, its clear numbers, the timeline. */

/**
 * The condition that a member reads the file of deal `d`: as its owner's, or where a defeat review is the member's to decide
 * (docs/decisions/0015).
 */
export const seesFile = (scope: Scope) =>
  scope.sees !== 'all' && scope.reviews
    ? sql<boolean>`(${seesOwner(scope, 'd.owner_id')} or exists (
        select from defeat_request f where f.dealer_id = d.dealer_id and f.deal_id = d.id))`
    : seesOwner(scope, 'd.owner_id')

/** Whose customers an action is for: those one sees, those whose files one reads, those of the whole store. */
export type Reach = 'seen' | 'read' | 'store'

const within = (scope: Scope, reach: Reach) =>
  reach === 'store' ? sql<boolean>`true` : reach === 'read' ? seesFile(scope) : seesOwner(scope, 'd.owner_id')

/**
 * Locks a customer and its current deal for the action under way, in this order everywhere, and tells the state it decides on.
 * Undefined when there is none, or the member does not see it.
 */
export async function lockCustomerRow(db: Executor, scope: Scope, customerId: number, reach: Reach = 'seen') {
  const lock = () =>
    db
      .selectFrom('customer as c')
      .innerJoin('deal as d', (join) =>
        join.onRef('d.dealer_id', '=', 'c.dealer_id').onRef('d.id', '=', 'c.current_deal_id'),
      )
      .innerJoin('member as m', (join) =>
        join.onRef('m.dealer_id', '=', 'd.dealer_id').onRef('m.id', '=', 'd.owner_id'),
      )
      .select([
        'c.id as customerId',
        'c.name',
        'c.mobile',
        'c.second_phone as secondPhone',
        'c.identify_no as identifyNo',
        'c.row_version as rowVersion',
        'd.id as dealId',
        'd.owner_id as ownerId',
        'm.name as ownerName',
        'd.level',
        'd.suspended_at as suspendedAt',
        'd.waiting_fail_review as waitingFailReview',
        'd.arrived_at as arrivedAt',
        'd.follow_count as followCount',
        'd.series_ids as seriesIds',
      ])
      .where('c.dealer_id', '=', scope.dealerId)
      .where('c.id', '=', customerId)
      .where('c.merged_into_id', 'is', null)
      .where(within(scope, reach))
      .forUpdate(['c', 'd'])
      .executeTakeFirst()
  // Who waited for a re-purchase, or for a change of the owner, finds the rows joined no longer: a second look finds them as they are now.
  return (await lock()) ?? (await lock())
}
export type CustomerRow = NonNullable<Awaited<ReturnType<typeof lockCustomerRow>>>

/** Orders that forbid defeat and dormancy. Asked for after the lock: what happened while waiting for it counts. */
export async function countOpenOrders(db: Executor, scope: Scope, customerId: number): Promise<number> {
  const row = await db
    .selectFrom('vehicle_order')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('dealer_id', '=', scope.dealerId)
    .where('customer_id', '=', customerId)
    .where('status', 'in', openOrderStatuses)
    .executeTakeFirstOrThrow()
  return row.total
}

/** Clear numbers, for the reveal call alone. */
export async function findNumbers(db: Executor, scope: Scope, customerId: number) {
  return db
    .selectFrom('customer as c')
    .innerJoin('deal as d', (join) =>
      join.onRef('d.dealer_id', '=', 'c.dealer_id').onRef('d.id', '=', 'c.current_deal_id'),
    )
    .select(['c.mobile', 'c.second_phone', 'c.identify_no', 'c.address'])
    .where('c.dealer_id', '=', scope.dealerId)
    .where('c.id', '=', customerId)
    .where('c.merged_into_id', 'is', null)
    .where(seesFile(scope))
    .executeTakeFirst()
}

/** What a timeline row leads to; 0 or nothing where it leads nowhere. */
export interface TimelineLinks {
  readonly leadId: number
  readonly callId: number
  readonly shareId: number
  readonly orderId: number
  readonly orderStatus: number
}

export interface TimelineEntry extends Partial<TimelineLinks> {
  readonly customerId: number
  readonly dealId: number
  readonly memberName: string
  readonly level: string
  /** A `timelineType`. */
  readonly type: number
  readonly subject: string
  readonly content: string
  readonly at: Date
}

/** Appends what happened, in the transaction in which it happens. */
export async function insertTimelines(
  db: Executor,
  scope: Scope,
  entries: readonly TimelineEntry[],
): Promise<void> {
  await db
    .insertInto('timeline')
    .values(
      entries.map((entry) => ({
        dealer_id: scope.dealerId,
        customer_id: entry.customerId,
        deal_id: entry.dealId,
        created_at: entry.at,
        member_id: scope.memberId,
        owner_name: entry.memberName,
        level: entry.level,
        type: entry.type,
        subject: entry.subject,
        content: entry.content,
        lead_id: entry.leadId ?? 0,
        call_id: entry.callId ?? 0,
        share_id: entry.shareId ?? 0,
        order_id: entry.orderId ?? 0,
        order_status: entry.orderStatus ?? 0,
      })),
    )
    .execute()
}

/** Whether such a row stands in the customer's timeline since then. */
export async function hasTimeline(
  db: Executor,
  scope: Scope,
  row: { readonly customerId: number; readonly type: number; readonly subject: string; readonly since: Date },
): Promise<boolean> {
  const found = await db
    .selectFrom('timeline')
    .select('id')
    .where('dealer_id', '=', scope.dealerId)
    .where('customer_id', '=', row.customerId)
    .where('created_at', '>=', row.since)
    .where('type', '=', row.type)
    .where('subject', '=', row.subject)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

export const insertTimeline = (db: Executor, scope: Scope, entry: TimelineEntry): Promise<void> =>
  insertTimelines(db, scope, [entry])

/** Changes the deal that the action has locked. */
export async function changeDeal(
  db: Executor,
  scope: Scope,
  dealId: number,
  values: Omit<UpdateObject<DB, 'deal'>, 'id' | 'dealer_id'>,
): Promise<void> {
  await db
    .updateTable('deal')
    .set(values)
    .where('dealer_id', '=', scope.dealerId)
    .where('id', '=', dealId)
    .execute()
}

/** Changes the person's file that the action has locked. */
export async function changeCustomer(
  db: Executor,
  scope: Scope,
  customerId: number,
  values: Omit<UpdateObject<DB, 'customer'>, 'id' | 'dealer_id'>,
): Promise<void> {
  await db
    .updateTable('customer')
    .set(values)
    .where('dealer_id', '=', scope.dealerId)
    .where('id', '=', customerId)
    .execute()
}

/** Marks the file as changed; returns the new version. */
export async function bumpVersion(db: Executor, scope: Scope, customerId: number): Promise<number> {
  const row = await db
    .updateTable('customer')
    .set((eb) => ({ row_version: eb('row_version', '+', 1) }))
    .where('dealer_id', '=', scope.dealerId)
    .where('id', '=', customerId)
    .returning('row_version')
    .executeTakeFirstOrThrow()
  return row.row_version
}
