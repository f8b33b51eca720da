import { orderStatus } from '@showroom/contract/order/order.rules'
import { stageStatuses } from '@showroom/contract/order/verify.rules'
import type { AllocationQuery, VerifyListQuery } from '@showroom/contract/order/verify.schema'
import { sql } from 'kysely'
import type { z } from 'zod'
import { sourceConditions } from '../../base/index.ts'
import { countEach } from '../../platform/live/counts.repository.ts'
import type { Executor } from '../../platform/db/client.ts'
import { allOf, anyOf, byMoment, inRange, literals, pageOf, readOnce } from '../../platform/db/conditions.ts'
import type { Condition, Owners } from '../../platform/db/conditions.ts'
import { theDealer } from '../../platform/db/dealer.ts'
import type { KeywordValues, WithKey } from '../../platform/db/search.ts'
import { rememberStatements } from '../../platform/db/statement.ts'
import { RawJson } from '../../platform/http/answer.ts'
import type { Scope } from '../../platform/session/session.ts'
import { alertsOf } from '../deliver/alert.repository.ts'
import { shownTo } from '../list/detail.repository.ts'
import { orderFormOf, ordersByKey } from '../list/find.repository.ts'

/**
 * The lists of orders to review and of orders that wait for their car. One statement returns page and total from an index; everything else
 * is read only for the rows of the page.
 */

type VerifyQuery = z.output<typeof VerifyListQuery>
type AllocationFilter = z.output<typeof AllocationQuery>
type Shared = VerifyQuery | AllocationFilter

/** Literals, not parameters: each list has its own partial index, which a generic plan for any status could not use. */
export const ofReview = ({ isDone, orderStatus: status }: VerifyQuery): Condition[] =>
  isDone === 0
    ? [sql`o.status = ${sql.lit(orderStatus.submitted)}`]
    : [sql`o.reviewed_at is not null`, ...anyOf('o.status', status ? [status] : [])]

export const ofAllocation = ({ stage, modelId, seriesId }: AllocationFilter): Condition[] => [
  sql`o.status in ${literals(stageStatuses[stage] ?? [])}`,
  // One of its lines has that model or series.
  ...(modelId ? [sql`${modelId}::int = any(o.model_ids)`] : []),
  ...(seriesId && !modelId ? [sql`${seriesId}::int = any(o.series_ids)`] : []),
]

/** All orders of the store, because the permission to review or to allocate covers them. */
const conditionOf = (scope: Scope, query: WithKey<Shared>, which: readonly Condition[]): Condition =>
  allOf([
    sql`o.dealer_id = ${scope.dealerId}`,
    ...which,
    ...inRange('o.created_at', query.createdDate),
    ...anyOf('o.owner_id', query.saleIds),
    ...anyOf('o.business_type', query.businessTypes),
    ...sourceConditions(query, 'o'),
    ...(query.key ? [sql`o.id in ${ordersByKey(scope.dealerId, query.key)}`] : []),
  ])

/** Counts the orders of each query, up to a limit. */
export const countOrders = <Query extends Shared>(
  db: Executor,
  scope: Scope,
  queries: readonly Query[],
  which: (query: Query) => readonly Condition[],
): Promise<number[]> =>
  countEach(
    db,
    queries.map((query) => sql`from vehicle_order o where ${conditionOf(scope, query, which(query))}`),
  )

/**
 * Cancelled lines do not count, unless the whole order is cancelled. Series and model are subqueries: a join would hash all of them for
 * each order.
 */
const lines = sql`
  select string_agg(distinct
           (select s.name from series s where s.id = l.series_id) || ' ' || (select m.name from model m where m.id = l.model_id),
           '、') as display,
         sum(l.quantity - case o.status when 8 then 0 else l.cancelled_quantity end) as vehicles
  from vehicle_order_line l
  where l.dealer_id = ${theDealer} and l.order_id = o.id and (l.status <> 8 or o.status = 8)`

const vins = sql`array(
  select unnest(l.vins) from vehicle_order_line l where l.dealer_id = ${theDealer} and l.order_id = o.id order by l.id)`

/** Orders to review by their submission, those on their way to a car by their approval. Reviewed ones wait for nothing. */
function orderOf(query: Shared): Condition {
  const since = 'stage' in query ? 'o.reviewed_at' : query.isDone === 0 ? 'o.submitted_at' : undefined
  const waits = since !== undefined
  return byMoment({ moment: since ?? 'o.created_at', id: 'o.id', waits }, query.sortType)
}

const readPage = rememberStatements<{ data: string; total: number }, { now: Date } & KeywordValues>()

/** Returns a page of the store's orders, and the total unless it is `known`. `which` must depend on the query alone. Numbers of orders outside `opened` are left out. */
export async function listOrders(
  db: Executor,
  scope: Scope,
  query: Shared,
  which: readonly Condition[],
  reader: { readonly now: Date; readonly opened: Owners; readonly known?: number | undefined },
): Promise<{ data: RawJson; total: number }> {
  const { now, opened, known } = reader
  const { form, values, keyIn } = orderFormOf(scope.dealerId, query.key)
  const isKnown = known !== undefined
  const question = form === undefined ? undefined : { ...query, key: form, isKnown, opened }
  const [found] = await readPage(db, scope, { question, values: { ...values, now } }, (at) => {
    const where = conditionOf(scope, { ...query, key: keyIn(at) }, which)
    const order = orderOf(query)
    return sql`
      select ${isKnown ? sql`0` : sql`(select count(*) from vehicle_order o where ${where})`} as total, coalesce(json_agg(r), '[]')::text as data
      from (
        select o.id, o.order_no as "orderNo", o.row_version as "rowVersion", o.customer_id as "customerId", o.deal_id as "dealId", epoch(o.created_at) as "createdAt",
               o.customer_type as "customerType",
               mask_text(case o.customer_type when 2 then o.contact_name else o.name end) as "customerName",
               case o.customer_type when 2 then mask_text(o.name) else '' end as "companyName", ${shownTo(opened, sql`mask_mobile(o.phone)`)} as "customerPhone",
               coalesce(l.display, '') as "modelDisplay", coalesce(l.vehicles, 0) as vehicles, m.name as "ownerName",
               yuan(o.payment_amount_fen) as "paymentDown", yuan(o.total_amount_fen) as "totalPrice", o.status,
               coalesce(day_epoch(o.deliver_on), 0) as "deliverDate", coalesce(epoch(o.submitted_at), 0) as "submittedAt",
               coalesce(epoch(o.reviewed_at), 0) as "reviewedAt", coalesce(reviewer.name, '') as "reviewerName",
               ${vins} as vins, ${alertsOf(at.now)} as alerts
        from ${readOnce(sql`select o.id from vehicle_order o where ${where} order by ${order} ${pageOf(query)}`)} as page
        join vehicle_order o on o.dealer_id = ${scope.dealerId} and o.id = page.id
        join member m on m.dealer_id = ${scope.dealerId} and m.id = o.owner_id
        left join member reviewer on reviewer.dealer_id = ${scope.dealerId} and reviewer.id = o.reviewed_by
        cross join lateral (${lines}) as l
        order by ${order}
      ) as r`
  })
  return { data: new RawJson(found?.data ?? '[]'), total: known ?? found?.total ?? 0 }
}
