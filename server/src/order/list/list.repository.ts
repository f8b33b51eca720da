import type { OrderRow, SearchOrders } from '@showroom/contract/order/list.schema'
import { orderMeasures } from '@showroom/contract/report/report.rules'
import { sql } from 'kysely'
import { displayOf, sourceConditions } from '../../base/index.ts'
import { alertsOf } from '../deliver/alert.repository.ts'
import { orderFormOf, ordersByKey } from './find.repository.ts'
import { countEach } from '../../platform/live/counts.repository.ts'
import type { Executor } from '../../platform/db/client.ts'
import {
  allOf,
  anyOf,
  type Condition,
  inRange,
  pageOf,
  readOnce,
  seesOwner,
} from '../../platform/db/conditions.ts'
import { theDealer } from '../../platform/db/dealer.ts'
import type { Key, KeywordValues } from '../../platform/db/search.ts'
import { rememberStatements } from '../../platform/db/statement.ts'
import { RawJson } from '../../platform/http/answer.ts'
import type { Scope } from '../../platform/session/session.ts'
import { countedRows, mainSeriesOfOrder } from '../../report/index.ts'

/** The list of orders: pages and totals count orders, rows are their lines; newest order first. */

type Query = Omit<SearchOrders, 'dealerId' | 'customerInfo'> & { readonly customerInfo: Key }

/** Conditions on the order `o`. */
const ofOrder = (scope: Scope, query: Query): Condition =>
  allOf([
    sql`o.dealer_id = ${scope.dealerId}`,
    ...(scope.sees === 'all' ? [] : [seesOwner(scope, 'o.owner_id')]),
    ...inRange('o.created_at', query.createdDate),
    ...inRange('o.reviewed_at', query.reviewDate),
    ...inRange('o.cancelled_at', query.cancelDate),
    ...anyOf('o.status', query.orderStatus),
    ...(query.ownerId ? [sql`o.owner_id = ${query.ownerId}`] : []),
    ...(query.businessType ? [sql`o.business_type = ${query.businessType}`] : []),
    ...sourceConditions(query, 'o'),
    ...countedRows(orderMeasures[query.counted - 1], {
      days: query.countedDate,
      creditedId: query.creditedId,
    }),
    ...(query.mainSeries ? [sql`${mainSeriesOfOrder} = ${query.mainSeries}`] : []),
    ...(query.customerInfo ? [sql`o.id in ${ordersByKey(scope.dealerId, query.customerInfo)}`] : []),
  ])

/** Conditions on the lines `l` of an order `o`. */
const ofLine = (query: Query): Condition =>
  allOf([
    sql`l.dealer_id = ${theDealer} and l.order_id = o.id`,
    ...(query.specIds.length > 0 ? [sql`l.series_id = any(${query.specIds}::int[])`] : []),
  ])

/** The orders found: those with a line of the wanted series, if the query names any. */
const matches = (scope: Scope, query: Query): Condition =>
  sql`from vehicle_order o where ${allOf([
    ofOrder(scope, query),
    ...(query.specIds.length > 0
      ? [sql`exists (select from vehicle_order_line l where ${ofLine(query)})`]
      : []),
  ])}`

const inOrder = sql`o.created_at desc, o.id desc`

/** All found lines of a page of orders. */
const rowsOf = (scope: Scope, query: Query, page: Condition, now: Date | Condition): Condition => sql`
  select o.id, o.order_no as "bigOrderNo", o.customer_id as "customerId", o.deal_id as "dealId", epoch(o.created_at) as "createdAt",
         o.customer_type as "customerType", mask_text(case o.customer_type when 2 then o.contact_name else o.name end) as "customerName",
         mask_text(case o.customer_type when 2 then o.name else '' end) as "companyName", mask_mobile(o.phone) as "customerPhone",
         o.status as "orderStatus", day_epoch(o.deliver_on) as "estimatedDeliverTime", yuan(o.payment_fen) as payment,
         yuan(o.payment_amount_fen) as "paymentAmount", yuan(o.total_amount_fen) as "totalPrice",
         mask_text(o.contract_no) as "contractNo", o.car_license_type as "carLicenseType", o.car_license_city as "carLicenseCity",
         o.business_type as "businessType", owner.name as "ownerName", epoch(o.reviewed_at) as "auditTime",
         epoch(o.delivered_at) as "orderDeliverTime", ${alertsOf(now)} as alerts, l.id as "subOrderId", l.sub_order_no as "subOrderNo",
         l.status as "subOrderOrderStatus", s.name as "seriesName", m.name as "specName", l.color as "carExternalColor",
         l.quantity as number, l.cancelled_quantity as "cancelSubCount", yuan(l.price_fen) as price
  from ${readOnce(sql`select o.id ${matches(scope, query)} order by ${inOrder} ${page}`)} as page
  join vehicle_order o on o.dealer_id = ${scope.dealerId} and o.id = page.id
  join vehicle_order_line l on ${ofLine(query)}
  join series s on s.id = l.series_id
  join model m on m.id = l.model_id
  join member owner on owner.dealer_id = ${scope.dealerId} and owner.id = o.owner_id
  order by ${inOrder}, l.id`

const readPage = rememberStatements<{ total: number; data: string }, { now: Date } & KeywordValues>()

/** Number of orders. */
export interface OrderTotals {
  readonly total: number
}

/** Returns the lines of a page of orders, and the total unless it is `known`. */
export async function listOrders(
  db: Executor,
  scope: Scope,
  search: Omit<SearchOrders, 'dealerId'>,
  now: Date,
  known?: OrderTotals,
): Promise<OrderTotals & { data: RawJson }> {
  const { form, values, keyIn } = orderFormOf(scope.dealerId, search.customerInfo)
  const isKnown = known !== undefined
  const question = form === undefined ? undefined : { ...search, customerInfo: form, isKnown }
  const page = pageOf({ pageStart: search.pageId, pageCount: search.pageSize })
  const [row] = await readPage(db, scope, { question, values: { ...values, now } }, (at) => {
    const query = { ...search, customerInfo: keyIn(at) }
    return sql`
        select ${isKnown ? sql`0` : sql`(select count(*)::int ${matches(scope, query)})`} as total,
               (select coalesce(json_agg(r), '[]')::text from (${rowsOf(scope, query, page, at.now)}) as r) as data`
  })
  const { total = 0, data = '[]' } = row ?? {}
  return { ...(known ?? { total }), data: new RawJson(data) }
}

/** Counts the orders of each query, up to a limit. */
export const countFound = (db: Executor, scope: Scope, queries: readonly Query[]): Promise<number[]> =>
  countEach(
    db,
    queries.map((query) => matches(scope, query)),
  )

/** A row of the workbook: codes in words. */
export interface ExportRow extends OrderRow {
  readonly statusName: string
  readonly businessName: string
  readonly licenceName: string
  /** The first line of its order, which alone shows the order's sums. */
  readonly isFirst: boolean
}

/** The first lines of the list, whatever page was requested. */
export async function listForExport(
  db: Executor,
  scope: Scope,
  query: Query,
  limit: number,
  now: Date,
): Promise<ExportRow[]> {
  const name = (kind: string, column: string): Condition =>
    sql`coalesce(${displayOf(kind, sql.ref(column))}, '')`
  const { rows } = await sql<{ data: Omit<ExportRow, 'isFirst'>[] }>`
    select coalesce(json_agg(r), '[]') as data
    from (
      select r.*, ${name('orderStatusDics', 'r.subOrderOrderStatus')} as "statusName",
             ${name('orderBusinessType', 'r.businessType')} as "businessName",
             ${name('carLicenseTypes', 'r.carLicenseType')} as "licenceName"
      from (${rowsOf(scope, query, sql`limit ${limit}`, now)}) as r limit ${limit}
    ) as r`.execute(db)
  const lines = rows[0]?.data ?? []
  return lines.map((line, at) => ({ ...line, isFirst: line.id !== lines[at - 1]?.id }))
}
