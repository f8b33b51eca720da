import { reviewTab } from '@showroom/contract/review/review.rules'
import type { FailListQuery, FailRow } from '@showroom/contract/review/list.schema'
import {
  activityType,
  arrivalTypes,
  communicationTypes,
  followEvent,
  timelineType,
} from '@showroom/contract/customer/customer.rules'
import { sql } from 'kysely'
import type { z } from 'zod'
import { displayOf, sourceConditions, sourceName } from '../base/index.ts'
import { countEach } from '../platform/live/counts.repository.ts'
import type { Executor } from '../platform/db/client.ts'
import {
  allOf,
  anyOf,
  byMoment,
  type Condition,
  inRange,
  literals,
  pageOf,
  readOnce,
} from '../platform/db/conditions.ts'
import { theDealer } from '../platform/db/dealer.ts'
import { type KeywordValues, type WithKey, formOf, idsByKey } from '../platform/db/search.ts'
import { rememberStatements } from '../platform/db/statement.ts'
import type { Scope } from '../platform/session/session.ts'
import { countedRows, seriesThen } from '../report/index.ts'

/**
 * Lists defeat requests with the work done for each customer. Page and total take one statement on an index of the tab; evidence is
 * gathered for the page's rows only.
 */

type Query = z.output<typeof FailListQuery>
/** The state is a literal, not a parameter: each tab has a partial index, which a generic plan would not use. */
const tabs = {
  pending: { ofTab: sql`f.state = 0`, moment: 'f.requested_at', waits: true },
  finished: { ofTab: sql`f.state <> 0`, moment: 'f.reviewed_at', waits: false },
} as const
const tabOf = (query: Pick<Query, 'type'>) =>
  query.type === reviewTab.pending ? tabs.pending : tabs.finished

/**
 * Conditions on the deal, added only for filters that need them; otherwise the index alone answers page and total. A scalar subquery
 * instead of `exists`, which PostgreSQL may answer by reading all deals of the store.
 */
function dealConditions(query: Omit<Query, 'key'>): Condition[] {
  const conditions = [
    ...anyOf('d.owner_id', query.saleIds),
    ...inRange('d.created_at', query.createdDate),
    ...sourceConditions(query),
    ...anyOf('d.business_type', query.businessTypes),
    ...(query.mainSeries ? [sql`${seriesThen('f', 'd')} = ${query.mainSeries}`] : []),
  ]
  if (conditions.length === 0) return []
  return [
    sql`(select ${allOf(conditions)} from deal d where d.dealer_id = ${theDealer} and d.id = f.deal_id)`,
  ]
}

/** Conditions on all requests of the store: the reader's permission covers every one of them (docs/decisions/0015). */
const conditionOf = (scope: Scope, query: WithKey<Query>, only?: readonly number[]): Condition =>
  allOf([
    sql`f.dealer_id = ${scope.dealerId} and ${tabOf(query).ofTab}`,
    ...inRange(tabOf(query).moment, query.followDate),
    ...countedRows(query.counted === 1 ? 'defeats' : undefined, {
      days: undefined,
      creditedId: query.creditedId,
    }),
    ...(only ? anyOf('f.id', only) : []),
    ...dealConditions(query),
    ...(query.key ? [sql`f.customer_id in ${idsByKey(scope.dealerId, 'customer', query.key)}`] : []),
  ])

/**
 * When the owner got the customer: creation of the file, a handover, a revival, or a rejected request. Skips a handover that was undone,
 * which the next timeline row shows.
 */
const handedOver = sql`
  select greatest(d.created_at, max(t.created_at)) as since
  from (
    select created_at, type, lead(type) over (order by created_at, id) as next_type from timeline
    where dealer_id = ${theDealer} and customer_id = f.customer_id and deal_id = f.deal_id and created_at < f.requested_at
      and type <> ${sql.lit(timelineType.imported)}) as t
  where t.next_type is distinct from ${sql.lit(timelineType.undone)}
    and t.type in ${literals([timelineType.revived, timelineType.defeatReviewed, timelineType.reassigned])}`

const day = (instant: Condition): Condition => sql`(${instant} at time zone 'Asia/Shanghai')::date`

/** Contacts from then until the request, including the follow-up that requested the defeat. */
const contacts = sql`
  select count(*) filter (where a.completed_type in ${literals([...communicationTypes, activityType.revisit])}) as calls,
         count(*) filter (where a.completed_type = ${sql.lit(activityType.testDrive)}) as test_drives,
         count(a.completed_type) as times, count(distinct ${day(sql`a.completed_at`)}) as days,
         coalesce(bool_or(a.type in ${literals(arrivalTypes)} or (a.result ->> 'event')::int in
           ${literals([followEvent.inviteVisit, followEvent.inviteTestDrive])}), false) as invited
  from activity a
  where a.dealer_id = ${theDealer} and a.customer_id = f.customer_id and a.deal_id = f.deal_id
    and a.created_at <= f.requested_at and coalesce(a.completed_at, a.cancelled_at, f.requested_at) >= own.since
    and (a.completed_at is null or (a.completed_at <= f.requested_at and a.completed_type is not null))`

/** Days on which the customer came to the store in that time. */
const visits = sql`(
  select count(*) from visit v
  where v.dealer_id = ${theDealer} and v.customer_id = f.customer_id and v.deal_id = f.deal_id
    and v.registered_at >= own.since and v.registered_at <= f.requested_at)`

/** Remark of the latest contact before the request. */
const latestNote = sql`(
  select a.result ->> 'remark' from activity a
  where a.dealer_id = ${theDealer} and a.customer_id = f.customer_id and a.completed_at <= f.requested_at
    and a.result ->> 'remark' <> ''
  order by a.completed_at desc, a.id desc limit 1)`

const reason = sql`concat_ws(' / ', ${displayOf('failReasons', sql`f.reason`)}, ${displayOf('failSubReasons', sql`f.sub_reason`)})`

const effortJson = sql`json_build_object(
  'calls', done.calls, 'visits', ${visits}, 'testDrives', done.test_drives, 'contactTimes', done.times, 'contactDays', done.days,
  'ownedDays', ${day(sql`f.requested_at`)} - ${day(sql`own.since`)}, 'invited', done.invited,
  'arrived', coalesce(d.arrived_at <= f.requested_at, false), 'testDriven', coalesce(d.test_driven_at <= f.requested_at, false))`

/** Counts the requests each query finds, up to a bound. */
export const countRequests = (db: Executor, scope: Scope, queries: readonly Query[]): Promise<number[]> =>
  countEach(
    db,
    queries.map((query) => sql`from defeat_request f where ${conditionOf(scope, query)}`),
  )

/** A row as read from the database; the rule adds the doubts. */
export type RequestRow = Omit<FailRow, 'evidence'> & { evidence: Omit<FailRow['evidence'], 'doubts'> }

const readPage = rememberStatements<{ data: RequestRow[]; total: number }, KeywordValues>()

/** Returns one page of the store's requests and their total; `only` restricts them to these ids. */
export async function listRequests(
  db: Executor,
  scope: Scope,
  query: Query,
  only?: readonly number[],
): Promise<{ data: RequestRow[]; total: number }> {
  const { form, values, keyIn } = formOf(scope.dealerId, query.key)
  const question = [{ ...query, key: form }, only]
  const [row] = await readPage(db, scope, { question, values }, (at) => {
    const where = conditionOf(scope, { ...query, key: keyIn(at) }, only)
    const { moment: column, waits } = tabOf(query)
    const moment = sql.ref(column)
    const order = byMoment({ moment: column, id: 'f.id', waits }, query.orderType)
    return sql`
      select (select count(*) from defeat_request f where ${where}) as total, coalesce(json_agg(r), '[]') as data
      from (
        select f.id as "requestId", f.customer_id as "customerId", f.deal_id as "dealId",
               to_char(${moment} at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI') as "dateDisplay",
               mask_text(c.name) as name, mask_mobile(c.mobile) as mobile, d.owner_id as "ownerId", m.name as "ownerName", d.level,
               ${sourceName} as "sourceName", case when f.state = 2 then f.cross_recall else d.cross_recall end as "crossRecall",
               asker.name as "requestedByName", ${reason} as reason, mask_text(f.remark) as remark,
               coalesce(mask_text(${latestNote}), '') as "desc", f.state,
               coalesce(reviewer.name, '') as "reviewerName", mask_text(f.review_remark) as "reviewRemark", ${effortJson} as evidence
        from ${readOnce(sql`select f.id from defeat_request f where ${where}
              order by ${order} ${pageOf(query)}`)} as page
        join defeat_request f on f.dealer_id = ${scope.dealerId} and f.id = page.id
        join customer c on c.dealer_id = ${scope.dealerId} and c.id = f.customer_id
        join deal d on d.dealer_id = ${scope.dealerId} and d.id = f.deal_id
        join member m on m.dealer_id = ${scope.dealerId} and m.id = d.owner_id
        join member asker on asker.dealer_id = ${scope.dealerId} and asker.id = f.requested_by
        left join member reviewer on reviewer.dealer_id = ${scope.dealerId} and reviewer.id = f.reviewed_by
        cross join lateral (${handedOver}) as own
        cross join lateral (${contacts}) as done
        order by ${order}
      ) as r`
  })
  return row ?? { data: [], total: 0 }
}
