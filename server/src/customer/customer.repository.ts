import { openOrderStatuses } from '@showroom/contract/customer/customer.rules'
import { factsOf } from '@showroom/contract/customer/timeline.schema'
import type { TimelineFacts } from '@showroom/contract/customer/timeline.schema'
import { holdingStatuses } from '@showroom/contract/order/order.rules'
import { sql } from 'kysely'
import type { UpdateObject } from 'kysely'
import { Overtaken } from '../platform/db/client.ts'
import type { Executor } from '../platform/db/client.ts'
import { literals, seesOwner } from '../platform/db/conditions.ts'
import type { DB } from '../platform/db/tables.ts'
import type { Scope } from '../platform/session/session.ts'
import { atWork } from './handover/owner.repository.ts'

/** Shared by the actions of this room: clear numbers, timeline rows, and changes to locked rows. */

/**
 * Condition that the member may read the file of deal `d`: through its owner, or because the member may decide on its defeat review
 * (docs/decisions/0015).
 */
export const seesFile = (scope: Scope) =>
  scope.sees !== 'all' && scope.reviews
    ? sql<boolean>`(${seesOwner(scope, 'd.owner_id')} or exists (
        select from defeat_request f where f.dealer_id = ${scope.dealerId} and f.deal_id = d.id))`
    : seesOwner(scope, 'd.owner_id')

/** Counts of orders `o` of customer `c` that its state needs (`CustomerState`). */
export const orderCounts = sql`
  count(*) filter (where o.status in ${literals(openOrderStatuses)}) as "openOrders",
  count(*) filter (where o.deal_id = c.current_deal_id and o.status in ${literals(holdingStatuses)}) as undelivered`

/** Id of the file that a customer id resolves to: its own, or the survivor of its merge. */
export const fileIdOf = (dealerId: unknown, customerId: unknown) => sql<number>`(
  select coalesce(x.merged_into_id, x.id) from customer x where x.dealer_id = ${dealerId} and x.id = ${customerId})`

/** Returns clear numbers. For the reveal call only. */
export async function findNumbers(db: Executor, scope: Scope, customerId: number) {
  return db
    .selectFrom('customer as c')
    .innerJoin('deal as d', (join) =>
      join.on('d.dealer_id', '=', scope.dealerId).onRef('d.id', '=', 'c.current_deal_id'),
    )
    .select(['c.mobile', 'c.second_phone', 'c.identify_no', 'c.address'])
    .where('c.dealer_id', '=', scope.dealerId)
    .where('c.id', '=', fileIdOf(scope.dealerId, customerId))
    .where('c.merged_into_id', 'is', null)
    .where(seesFile(scope))
    .executeTakeFirst()
}

/** Targets of a timeline row; 0 where there is none. */
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
  /** Author of rows that the system writes; defaults to the scope's member. */
  readonly memberId?: number
  readonly level: string
  /** A `timelineType`. */
  readonly type: number
  readonly subject: string
  /** The event as a sentence; `facts` has it as data. */
  readonly content: string
  readonly facts?: TimelineFacts
  readonly at: Date
}

/** Appends timeline rows. Call it in the transaction of the change they describe. */
export async function insertTimelines(
  db: Executor,
  scope: Scope,
  entries: readonly TimelineEntry[],
): Promise<void> {
  await db
    .insertInto('timeline')
    .values(entries.map((entry) => timelineValues(scope, entry)))
    .execute()
}

const timelineValues = (scope: Scope, entry: TimelineEntry) => ({
  dealer_id: scope.dealerId,
  customer_id: entry.customerId,
  deal_id: entry.dealId,
  created_at: entry.at,
  member_id: entry.memberId ?? scope.memberId,
  owner_name: entry.memberName,
  level: entry.level,
  type: entry.type,
  subject: entry.subject,
  content: entry.content,
  facts: entry.facts ? JSON.stringify(factsOf(entry.facts)) : null,
  lead_id: entry.leadId ?? 0,
  call_id: entry.callId ?? 0,
  share_id: entry.shareId ?? 0,
  order_id: entry.orderId ?? 0,
  order_status: entry.orderStatus ?? 0,
})

export type DealChange = Omit<UpdateObject<DB, 'deal'>, 'id' | 'dealer_id' | 'owner_id'>
export type CustomerChange = Omit<UpdateObject<DB, 'customer'>, 'id' | 'dealer_id' | 'row_version'>

/**
 * Writes the results of an action in one statement: timeline row, changes of file and deal, and the new row version, which it returns.
 */
export async function writeAction(
  db: Executor,
  scope: Scope,
  entry: TimelineEntry,
  change: { readonly customer?: CustomerChange; readonly deal?: DealChange } = {},
): Promise<number> {
  const written = db.with('written', (qb) => qb.insertInto('timeline').values(timelineValues(scope, entry)))
  const changed = change.deal
    ? written.with('changed', (qb) =>
        qb
          .updateTable('deal')
          .set(change.deal ?? {})
          .where('dealer_id', '=', scope.dealerId)
          .where('id', '=', entry.dealId),
      )
    : written
  const row = await changed
    .updateTable('customer')
    .set(change.customer ?? {})
    .set((eb) => ({ row_version: eb('row_version', '+', 1) }))
    .where('dealer_id', '=', scope.dealerId)
    .where('id', '=', entry.customerId)
    .returning('row_version')
    .executeTakeFirstOrThrow()
  return row.row_version
}

/** Deal values that end a dormancy. */
export const awake = { suspended_at: null, resume_at: null, resume_duration: 0 } as const satisfies DealChange

/** Increments the deal's `follow_count`. */
export const oneMore = sql<number>`follow_count + 1`

/** The source that 线索总量 counts a file by: the first correction keeps it. */
export const openedSource = sql<number>`coalesce(opened_source, from_source)`

/** Updates a deal that the action has locked; `giveDeal` changes its owner. */
export async function changeDeal(
  db: Executor,
  scope: Scope,
  dealId: number,
  values: DealChange,
): Promise<void> {
  await db
    .updateTable('deal')
    .set(values)
    .where('dealer_id', '=', scope.dealerId)
    .where('id', '=', dealId)
    .execute()
}

/** Like `changeDeal`, with an owner for the current deal. */
export async function giveDeal(
  db: Executor,
  scope: Scope,
  dealId: number,
  ownerId: number,
  values: DealChange,
): Promise<void> {
  const given = await db
    .with('at_work', () => sql<{ id: number }>`(${atWork(scope.dealerId, [ownerId])})`)
    .updateTable('deal')
    .set({ ...values, owner_id: ownerId })
    .where('dealer_id', '=', scope.dealerId)
    .where('id', '=', dealId)
    .where((eb) => eb.exists(eb.selectFrom('at_work').select('at_work.id')))
    .returning('id')
    .executeTakeFirst()
  if (!given) throw new Overtaken()
}

/** Updates a customer that the action has locked. */
export async function changeCustomer(
  db: Executor,
  scope: Scope,
  customerId: number,
  values: CustomerChange,
): Promise<void> {
  await db
    .updateTable('customer')
    .set(values)
    .where('dealer_id', '=', scope.dealerId)
    .where('id', '=', customerId)
    .execute()
}

/** Sets the mark 不接收短信. Returns whether it changed. */
export async function setNoSms(
  db: Executor,
  scope: Scope,
  customerId: number,
  noSms: boolean,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('customer')
    .set({ no_sms: noSms })
    .where('dealer_id', '=', scope.dealerId)
    .where('id', '=', customerId)
    .where('no_sms', '!=', noSms)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
