import { reviewTab } from '@showroom/contract/review/list.schema'
import type { FailListQuery, FailRow } from '@showroom/contract/review/list.schema'
import {
  activityType,
  arrivalTypes,
  communicationTypes,
  followEvent,
  timelineType,
} from '@showroom/contract/customer/customer.rules'
import { dayEnd, dayStart } from '@showroom/contract/kernel/day'
import type { DateRange } from '@showroom/contract/kernel/wire'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { z } from 'zod'
import type { Executor } from '../platform/db/client.ts'
import { idsByKey } from '../platform/db/search.ts'
import type { Scope } from '../platform/session/session.ts'

/**
 * The list of defeat requests with what was done for each customer: page and total in one statement, chosen from an index of the tab;
 * the evidence is gathered for the rows of the page only.
 */

type Query = z.output<typeof FailListQuery>
type Condition = RawBuilder<unknown>

const at = (seconds: number): Date => new Date(seconds * 1000)

/** Whole days in Asia/Shanghai, both ends included. */
const inRange = (column: Condition, range: DateRange): Condition[] => [
  ...(range?.start ? [sql`${column} >= ${at(dayStart(range.start))}`] : []),
  ...(range?.end ? [sql`${column} < ${at(dayEnd(range.end))}`] : []),
]

const anyOf = (column: string, ids: readonly number[]): Condition[] =>
  ids.length > 0 ? [sql`${sql.ref(column)} = any(${ids}::int[])`] : []

/** In words, not as parameters: each tab has an index of its own, which a plan made for any state would not find. */
const tabs = {
  pending: { ofTab: sql`f.state = 0`, moment: sql`f.requested_at` },
  finished: { ofTab: sql`f.state <> 0`, moment: sql`f.reviewed_at` },
} as const
const tabOf = (query: Query) => (query.type === reviewTab.pending ? tabs.pending : tabs.finished)

/**
 * What the deal knows. It is looked at only when asked for: without, page and total need the index alone. As a value, not as `exists`,
 * which PostgreSQL may answer by reading all deals of the store.
 */
function dealConditions(query: Query): Condition[] {
  const conditions = [
    ...anyOf('d.owner_id', query.saleIds),
    ...inRange(sql`d.created_at`, query.createdDate),
    ...(query.fromType === 1 ? [sql`d.from_source = 98`] : []),
    ...(query.fromType === 2 ? [sql`d.from_source <> 98`] : []),
    ...anyOf('d.from_source', query.fromSources),
    ...(query.onlineSources.length > 0
      ? [sql`d.from_source = 98 and d.other_source = any(${query.onlineSources}::int[])`]
      : []),
    ...anyOf('d.business_type', query.businessTypes),
  ]
  if (conditions.length === 0) return []
  const all = sql.join(conditions, sql` and `)
  return [sql`(select ${all} from deal d where d.dealer_id = f.dealer_id and d.id = f.deal_id)`]
}

/** All of the store's requests: to decide on them is the right that the reader was given (docs/decisions/0015). */
const conditionOf = (scope: Scope, query: Query): Condition =>
  sql.join(
    [
      sql`f.dealer_id = ${scope.dealerId} and ${tabOf(query).ofTab}`,
      ...inRange(tabOf(query).moment, query.followDate),
      ...dealConditions(query),
      ...(query.key ? [sql`f.customer_id in ${idsByKey(scope.dealerId, 'customer', query.key)}`] : []),
    ],
    sql` and `,
  )

const idsIn = (ids: readonly number[]): Condition => sql`(${sql.join(ids.map((id) => sql.lit(id)))})`

/** When the owner got the customer: with the file, by hand-over, by a revival, or back from a review. */
const handedOver = sql`
  select greatest(d.created_at, max(t.created_at)) as since from timeline t
  where t.dealer_id = f.dealer_id and t.customer_id = f.customer_id and t.deal_id = f.deal_id and t.created_at < f.requested_at
    and t.type in ${idsIn([timelineType.revived, timelineType.defeatReviewed, timelineType.reassigned])}`

const day = (instant: Condition): Condition => sql`(${instant} at time zone 'Asia/Shanghai')::date`

/** Contacts since then, until the request: the follow-up that asked for the defeat is one of them. */
const contacts = sql`
  select count(*) filter (where a.completed_type in ${idsIn([...communicationTypes, activityType.revisit])}) as calls,
         count(*) filter (where a.completed_type = ${sql.lit(activityType.visit)}) as visits,
         count(*) filter (where a.completed_type = ${sql.lit(activityType.testDrive)}) as test_drives,
         count(a.completed_type) as times, count(distinct ${day(sql`a.completed_at`)}) as days,
         coalesce(bool_or(a.type in ${idsIn(arrivalTypes)} or (a.result ->> 'event')::int in
           ${idsIn([followEvent.inviteVisit, followEvent.inviteTestDrive])}), false) as invited
  from activity a
  where a.dealer_id = f.dealer_id and a.customer_id = f.customer_id and a.deal_id = f.deal_id
    and a.created_at <= f.requested_at and coalesce(a.completed_at, a.cancelled_at, f.requested_at) >= own.since
    and (a.completed_at is null or a.completed_at <= f.requested_at)`

/** What was written at the latest contact before the request. */
const latestNote = sql`(
  select a.result ->> 'remark' from activity a
  where a.dealer_id = f.dealer_id and a.customer_id = f.customer_id and a.completed_at <= f.requested_at
    and a.result ->> 'remark' <> ''
  order by a.completed_at desc, a.id desc limit 1)`

const display = (kind: string, value: Condition): Condition =>
  sql`(select display from dictionary where kind = ${sql.lit(kind)} and value = (${value})::text)`
const sourceName = sql`coalesce(case when d.from_source = 98 then ${display('onlineSources', sql`d.other_source`)} end,
  ${display('customerFromSources', sql`d.from_source`)}, '')`
const reason = sql`concat_ws(' / ', ${display('failReasons', sql`f.reason`)}, ${display('failSubReasons', sql`f.sub_reason`)})`

const effortJson = sql`json_build_object(
  'calls', done.calls, 'visits', done.visits, 'testDrives', done.test_drives, 'contactTimes', done.times, 'contactDays', done.days,
  'ownedDays', ${day(sql`f.requested_at`)} - ${day(sql`own.since`)}, 'invited', done.invited,
  'arrived', coalesce(d.arrived_at <= f.requested_at, false), 'testDriven', coalesce(d.test_driven_at <= f.requested_at, false))`

/** A row as the database gives it: the doubts are the rule's. */
export type RequestRow = Omit<FailRow, 'evidence'> & { evidence: Omit<FailRow['evidence'], 'doubts'> }

/** One page of the store's requests, and how many there are in all. */
export async function listRequests(
  db: Executor,
  scope: Scope,
  query: Query,
): Promise<{ data: RequestRow[]; total: number }> {
  const where = conditionOf(scope, query)
  const { moment } = tabOf(query)
  const order = query.orderType === 1 ? sql`${moment}, f.id` : sql`${moment} desc, f.id desc`
  const { rows } = await sql<{ data: RequestRow[]; total: number }>`
    select (select count(*) from defeat_request f where ${where}) as total, coalesce(json_agg(r), '[]') as data
    from (
      select f.id as "requestId", f.customer_id as "customerId", f.deal_id as "dealId",
             to_char(${moment} at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI') as "dateDisplay",
             c.name, mask_mobile(c.mobile) as mobile, d.owner_id as "ownerId", m.name as "ownerName", d.level,
             ${sourceName} as "sourceName", case when f.state = 2 then f.cross_recall else d.cross_recall end as "crossRecall",
             asker.name as "requestedByName", ${reason} as reason, mask_text(f.remark) as remark,
             coalesce(mask_text(${latestNote}), '') as "desc", f.state,
             coalesce(reviewer.name, '') as "reviewerName", mask_text(f.review_remark) as "reviewRemark", ${effortJson} as evidence
      from (select f.id from defeat_request f where ${where}
            order by ${order} limit ${query.pageCount} offset ${(query.pageStart - 1) * query.pageCount}) as page
      join defeat_request f on f.dealer_id = ${scope.dealerId} and f.id = page.id
      join customer c on c.dealer_id = f.dealer_id and c.id = f.customer_id
      join deal d on d.dealer_id = f.dealer_id and d.id = f.deal_id
      join member m on m.dealer_id = d.dealer_id and m.id = d.owner_id
      join member asker on asker.dealer_id = f.dealer_id and asker.id = f.requested_by
      left join member reviewer on reviewer.dealer_id = f.dealer_id and reviewer.id = f.reviewed_by
      cross join lateral (${handedOver}) as own
      cross join lateral (${contacts}) as done
      order by ${order}
    ) as r`.execute(db)
  return rows[0] ?? { data: [], total: 0 }
}
