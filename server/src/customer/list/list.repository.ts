import { arrivalKind } from '@showroom/contract/customer/customer.rules'
import type { CustomerListQuery } from '@showroom/contract/customer/list.schema'
import { sql } from 'kysely'
import type { z } from 'zod'
import { displayOf, sourceConditions, sourceName } from '../../base/index.ts'
import { countEach } from '../../platform/live/counts.repository.ts'
import type { Executor } from '../../platform/db/client.ts'
import { theDealer } from '../../platform/db/dealer.ts'
import {
  type Condition,
  allOf,
  anyOf,
  inRange,
  oneOrOther,
  pageOf,
  readOnce,
  rowsAt,
  seesOwner,
} from '../../platform/db/conditions.ts'
import { type KeywordValues, type WithKey, formOf, idsByKey } from '../../platform/db/search.ts'
import { rememberStatements } from '../../platform/db/statement.ts'
import { RawJson } from '../../platform/http/answer.ts'
import type { Scope } from '../../platform/session/session.ts'

/**
 * The customer list: page, total and JSON in one statement. The common filters (dates, owner, level, status, source) are answered from
 * the list's covering index; only the rows of the page are read.
 */

type Query = z.output<typeof CustomerListQuery>

const dateColumns = {
  createdDate: 'd.created_at',
  orderDate: 'd.ordered_at',
  deliverDate: 'd.delivered_at',
  followDate: 'd.last_follow_at',
  comeDate: 'd.arrived_at',
  failDate: 'd.failed_at',
  suspendDate: 'd.suspended_at',
  smartDriveDate: 'd.smart_driven_at',
  nextDate: 'd.next_follow_at',
} as const

/** Conditions by code: 0 all, 1 by themselves, 2 invited, 3 not arrived, 4 arrived. */
const arrivals: readonly (Condition | undefined)[] = [
  undefined,
  sql`d.arrival_kind = ${sql.lit(arrivalKind.byThemselves)}`,
  sql`d.arrival_kind = ${sql.lit(arrivalKind.invited)}`,
  sql`d.arrived_at is null`,
  sql`d.arrived_at is not null`,
]

/**
 * Conditions for a province, city or district by its code. A district is found by its city and its name, which is unique within the city,
 * so the counting index has both; its rows are not merged, which all rows of the list fulfil.
 */
function regionConditions(code: number): Condition[] {
  if (code === 0) return []
  const nameOf = (region: number): Condition => sql`(select name from region where code = ${String(region)})`
  const [province, city] = [10_000, 100].map((part) => Math.floor(code / part) * part) as [number, number]
  const inProvince = sql`d.buy_province = ${nameOf(province)}`
  if (code === province) return [inProvince]
  return [
    sql`d.merged_at is null`,
    sql`d.buy_city = ${nameOf(city)}`,
    code === city ? inProvince : sql`d.buy_area = ${nameOf(code)}`,
  ]
}

function dealConditions(query: Omit<Query, 'key'>): Condition[] {
  const arrival = arrivals[query.comeStatus]
  return [
    ...Object.entries(dateColumns).flatMap(([key, column]) =>
      inRange(column, query[key as keyof typeof dateColumns]),
    ),
    ...(query.type ? [sql`d.status = ${query.type}`] : []),
    ...anyOf('d.owner_id', query.saleIds),
    ...anyOf('d.customer_id', query.customerIds),
    ...(query.levels.length > 0 ? [sql`d.level = any(${query.levels}::text[])`] : []),
    ...oneOrOther(query.suspendStatus, sql`d.suspended_at is not null`, sql`d.suspended_at is null`),
    ...(arrival ? [arrival] : []),
    ...oneOrOther(query.isSmartDrive, sql`d.smart_driven_at is not null`, sql`d.smart_driven_at is null`),
    ...(query.isRemote ? [sql`d.is_remote = ${query.isRemote}`] : []),
    ...sourceConditions({ ...query, otherSources: query.otherSource ? [query.otherSource] : [] }),
    ...anyOf('d.business_type', query.businessTypes),
    ...regionConditions(query.buyRegion),
    ...(query.noBuyArea ? [sql`d.buy_area = ''`] : []),
    ...(query.series.length > 0 ? [sql`d.series_ids && ${query.series}::int[]`] : []),
    ...(query.mainSeries ? [sql`d.series_ids[1] = ${query.mainSeries}`] : []),
    ...(query.payType ? [sql`d.pay_type = ${query.payType}`] : []),
    ...(query.failReason ? [sql`d.fail_reason = ${query.failReason}`] : []),
    ...(query.resumeDuration ? [sql`d.resume_duration = ${query.resumeDuration}`] : []),
  ]
}

function customerConditions(scope: Scope, groupId: number, query: WithKey<Query>): Condition[] {
  const ofCustomer = (condition: Condition): Condition =>
    sql`exists (select from customer c where c.dealer_id = ${scope.dealerId} and c.id = d.customer_id and ${condition})`
  return [
    ...(query.key ? [sql`d.customer_id in ${idsByKey(scope.dealerId, 'customer', query.key)}`] : []),
    ...oneOrOther(query.wxCustomerStatus, ofCustomer(sql`c.is_wecom`), ofCustomer(sql`not c.is_wecom`)),
    ...(query.isZk ? [ofCustomer(collides(groupId))] : []),
  ]
}

/** Condition that the mobile is also on file at another store of the group. */
const collides = (groupId: number): Condition =>
  groupId === 0
    ? sql`false`
    : sql`exists (select from group_mobile g where g.group_id = ${groupId} and g.mobile = c.mobile and g.dealer_id <> c.dealer_id)`

/** The four sort orders. The id decides between equal values. */
const orders = [
  { column: 'd.created_at', isDescending: true },
  { column: 'd.created_at', isDescending: false },
  { column: 'd.last_follow_at', isDescending: true },
  { column: 'd.last_follow_at', isDescending: false },
] as const

const orderOf = ({ orderType }: Query) => orders[orderType] ?? orders[0]
const inOrder = (query: Query): Condition => {
  const { column, isDescending } = orderOf(query)
  return isDescending ? sql`${sql.ref(column)} desc, d.id desc` : sql`${sql.ref(column)}, d.id`
}

const conditionOf = (scope: Scope, groupId: number, query: WithKey<Query>): Condition =>
  allOf([
    sql`d.dealer_id = ${scope.dealerId}`,
    query.withSuperseded === 1 ? sql`d.merged_at is null` : sql`d.is_current`,
    ...(scope.sees === 'all' ? [] : [seesOwner(scope, 'd.owner_id')]),
    ...dealConditions(query),
    ...customerConditions(scope, groupId, query),
  ])

/** SQL of `stoppedOf` for the deal `d`. */
export const stopped = sql`case
  when d.level = 'F' then 'lost' when d.waiting_fail_review then 'inReview' when d.suspended_at is not null then 'dormant' else '' end`

/** Names of deal `d`'s series, the main one first. */
export const specNames = sql`coalesce((
  select string_agg(s.name, '、' order by array_position(d.series_ids, s.id)) from series s where s.id = any(d.series_ids)), '')`
const tags = sql`concat_ws(' ', nullif(c.tags, ''), nullif(array_to_string(d.system_tags, ' '), ''))`

/** Why a deal was given up, as in its request. Deals imported from elsewhere have the reason only. */
const failReason = sql`coalesce(
  (select concat_ws(' / ', ${displayOf('failReasons', sql`f.reason`)}, ${displayOf('failSubReasons', sql`f.sub_reason`)})
   from defeat_request f
   where f.dealer_id = ${theDealer} and f.customer_id = d.customer_id and f.deal_id = d.id and f.state = 1
   order by f.id desc limit 1),
  ${displayOf('failReasons', sql`d.fail_reason`)}, '')`

/** Rows of a page as JSON, for the deals that `page` selects. */
const rowsOf = (scope: Scope, groupId: number, query: Query, page: Condition): Condition => sql`(
    select coalesce(json_agg(r), '[]')::text
    from (
      select c.id as "customerId", d.id as "dealId", mask_text(c.name) as name, mask_mobile(c.mobile) as mobile, c.gender,
             m.name as "ownerName", d.level, d.status,
             ${specNames} as "specName", mask_text(${tags}) as tag,
             d.suspended_at is not null as "isSuspend", d.waiting_fail_review as "waitingFailReview",
             not d.is_current as "isSuperseded", c.is_erased as "isErased", ${collides(groupId)} as "isZk", d.from_source as "fromSource",
             epoch(d.created_at) as "createdDate", epoch(d.last_follow_at) as "updatedDate",
             epoch(d.next_follow_at) as "nextFollowDate", case when d.status = 5 then ${failReason} else '' end as "failReason",
             case when d.status = 5 then epoch(d.failed_at) else 0 end as "failDate"
      from ${readOnce(page)} as page
      join deal d on d.dealer_id = ${scope.dealerId} and d.id = page.id
      join customer c on c.dealer_id = ${scope.dealerId} and c.id = d.customer_id
      join member m on m.dealer_id = ${scope.dealerId} and m.id = d.owner_id
      order by ${inOrder(query)}
    ) as r)`

export const noRows = new RawJson('[]')

const readPage = rememberStatements<{ data: string; total: number }, KeywordValues>()

/** Returns one page of the customers that the member sees, and the total, which is counted unless `known`. */
export async function listCustomers(
  db: Executor,
  scope: Scope,
  groupId: number,
  query: Query,
  known?: number,
): Promise<{ data: RawJson; total: number }> {
  const { form, values, keyIn } = formOf(scope.dealerId, query.key)
  const isKnown = known !== undefined
  const question = [groupId, { ...query, key: form }, isKnown]
  const [row] = await readPage(db, scope, { question, values }, (at) => {
    const where = conditionOf(scope, groupId, { ...query, key: keyIn(at) })
    const page = sql`select d.id from deal d where ${where} order by ${inOrder(query)} ${pageOf(query)}`
    const total = isKnown ? sql`0` : sql`(select count(*) from deal d where ${where})`
    return sql`select ${total} as total, ${rowsOf(scope, groupId, query, page)} as data`
  })
  return row ? { data: new RawJson(row.data), total: known ?? row.total } : { data: noRows, total: 0 }
}

/** Counts the visible customers of each query, up to a bound. */
export const countCustomers = (
  db: Executor,
  scope: Scope,
  groupId: number,
  queries: readonly Query[],
): Promise<number[]> =>
  countEach(
    db,
    queries.map((query) => sql`from deal d where ${conditionOf(scope, groupId, query)}`),
  )

/** A position in the list's order. */
export interface Bookmark {
  /** An instant as PostgreSQL writes it. */
  readonly at: string
  readonly id: number
}

export interface Bookmarks {
  readonly total: number
  /** Rows between two marks. */
  readonly every: number
  readonly marks: readonly Bookmark[]
}

const every = 500

/** Counts the list's rows and marks every so many of them in one walk over the index. */
export async function readBookmarks(
  db: Executor,
  scope: Scope,
  groupId: number,
  query: Query,
): Promise<Bookmarks> {
  const { column } = orderOf(query)
  const { rows } = await sql<{ total: number; marks: Bookmark[] }>`
    select count(*) as total,
           coalesce(json_agg(json_build_object('at', at::text, 'id', id) order by place)
                    filter (where place % ${sql.lit(every)} = 1), '[]') as marks
    from (select ${sql.ref(column)} as at, d.id, row_number() over (order by ${inOrder(query)}) as place
          from deal d where ${conditionOf(scope, groupId, query)}) as walked`.execute(db)
  return { total: 0, marks: [], ...rows[0], every }
}

/** Reads the page that begins `skip` rows after a mark. */
export async function listFrom(
  db: Executor,
  scope: Scope,
  groupId: number,
  query: Query,
  { mark, skip }: { readonly mark: Bookmark; readonly skip: number },
): Promise<RawJson> {
  const { column, isDescending } = orderOf(query)
  const beyond = sql`(${sql.ref(column)}, d.id) ${isDescending ? sql`<=` : sql`>=`} (${mark.at}::timestamptz, ${mark.id}::bigint)`
  const page = sql`
    select d.id from deal d where ${conditionOf(scope, groupId, query)} and ${beyond}
    order by ${inOrder(query)} ${rowsAt(skip, query.pageCount)}`
  const { rows } = await sql<{ data: string }>`
    select ${rowsOf(scope, groupId, query, page)} as data`.execute(db)
  return rows[0] ? new RawJson(rows[0].data) : noRows
}

/** Ids of all customers in the list, at most `limit`, by their current deals. */
export async function findCustomerIds(
  db: Executor,
  scope: Scope,
  groupId: number,
  query: Query,
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select d.customer_id as id from deal d where ${conditionOf(scope, groupId, { ...query, withSuperseded: 0 })} limit ${limit}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** A customer in the exported workbook: numbers masked, codes as texts. */
export interface ExportRow {
  readonly name: string
  readonly mobile: string
  readonly gender: number
  readonly ownerName: string
  readonly level: string
  readonly status: number
  readonly isSuperseded: boolean
  readonly specName: string
  readonly sourceName: string
  readonly businessName: string
  readonly buyRegion: string
  readonly tag: string
  /** Epoch seconds; 0 for none. */
  readonly createdDate: number
  readonly updatedDate: number
  readonly nextFollowDate: number
  readonly orderDate: number
  readonly deliverDate: number
}

/** Returns the first rows of the list, ignoring the requested page. */
export async function listForExport(
  db: Executor,
  scope: Scope,
  groupId: number,
  query: Query,
  limit: number,
): Promise<ExportRow[]> {
  const where = conditionOf(scope, groupId, query)
  const display = (kind: string, value: Condition): Condition => sql`coalesce(${displayOf(kind, value)}, '')`
  const { rows } = await sql<ExportRow>`
    select mask_text(c.name) as name, mask_mobile(c.mobile) as mobile, c.gender, m.name as "ownerName", d.level, d.status,
           not d.is_current as "isSuperseded", ${specNames} as "specName", ${sourceName} as "sourceName",
           ${display('businessTypes', sql`d.business_type`)} as "businessName",
           concat_ws(' ', d.buy_province, d.buy_city, d.buy_area) as "buyRegion", mask_text(${tags}) as tag,
           epoch(d.created_at) as "createdDate", epoch(d.last_follow_at) as "updatedDate",
           epoch(d.next_follow_at) as "nextFollowDate", epoch(d.ordered_at) as "orderDate", epoch(d.delivered_at) as "deliverDate"
    from ${readOnce(sql`select d.id from deal d where ${where} order by ${inOrder(query)} limit ${limit}`)} as page
    join deal d on d.dealer_id = ${scope.dealerId} and d.id = page.id
    join customer c on c.dealer_id = ${scope.dealerId} and c.id = d.customer_id
    join member m on m.dealer_id = ${scope.dealerId} and m.id = d.owner_id
    order by ${inOrder(query)}`.execute(db)
  return rows
}
