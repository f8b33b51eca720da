import { told } from '@showroom/contract/customer/timeline.schema'
import type { TimelineFacts } from '@showroom/contract/customer/timeline.schema'
import { sql } from 'kysely'
import type { UpdateObject } from 'kysely'
import type { Executor } from '../platform/db/client.ts'
import { seesOwner } from '../platform/db/conditions.ts'
import type { DB } from '../platform/db/tables.ts'
import type { Scope } from '../platform/session/session.ts'

/** What the verbs of the room share: the clear numbers of a customer, the timeline, changing what is locked. */

/**
 * The condition that a member reads the file of deal `d`: as its owner's, or where a defeat review is the member's to decide
 * (docs/decisions/0015).
 */
export const seesFile = (scope: Scope) =>
  scope.sees !== 'all' && scope.reviews
    ? sql<boolean>`(${seesOwner(scope, 'd.owner_id')} or exists (
        select from defeat_request f where f.dealer_id = d.dealer_id and f.deal_id = d.id))`
    : seesOwner(scope, 'd.owner_id')

/** The id of the file that a customer's id leads to: its own, or that of the file which it was merged into. */
export const fileIdOf = (dealerId: unknown, customerId: unknown) => sql<number>`(
  select coalesce(x.merged_into_id, x.id) from customer x where x.dealer_id = ${dealerId} and x.id = ${customerId})`

/** Clear numbers, for the reveal call alone. */
export async function findNumbers(db: Executor, scope: Scope, customerId: number) {
  return db
    .selectFrom('customer as c')
    .innerJoin('deal as d', (join) =>
      join.onRef('d.dealer_id', '=', 'c.dealer_id').onRef('d.id', '=', 'c.current_deal_id'),
    )
    .select(['c.mobile', 'c.second_phone', 'c.identify_no', 'c.address'])
    .where('c.dealer_id', '=', scope.dealerId)
    .where('c.id', '=', fileIdOf(scope.dealerId, customerId))
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
  /** Whose row it is, where the product itself writes it; else the scope's. */
  readonly memberId?: number
  readonly level: string
  /** A `timelineType`. */
  readonly type: number
  readonly subject: string
  /** As a sentence, and as data. */
  readonly content: string
  readonly facts?: TimelineFacts
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
  facts: entry.facts ? JSON.stringify(told(entry.facts)) : null,
  lead_id: entry.leadId ?? 0,
  call_id: entry.callId ?? 0,
  share_id: entry.shareId ?? 0,
  order_id: entry.orderId ?? 0,
  order_status: entry.orderStatus ?? 0,
})

export type DealChange = Omit<UpdateObject<DB, 'deal'>, 'id' | 'dealer_id'>
export type CustomerChange = Omit<UpdateObject<DB, 'customer'>, 'id' | 'dealer_id' | 'row_version'>

/**
 * What an action leaves behind, in one statement: its row in the timeline, what it changes in file and deal, and the file's new version,
 * which is returned.
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

/** What the deal of a dormant customer forgets when the dormancy ends. */
export const awake = { suspended_at: null, resume_at: null, resume_duration: 0 } as const satisfies DealChange

/** Changes the deal that the action has locked. */
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

/** Changes the person's file that the action has locked. */
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
