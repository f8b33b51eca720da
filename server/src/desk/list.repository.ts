import type { ArrivalSearch, DeskListQuery, FoundArrival } from '@showroom/contract/desk/list.schema'
import { cleanCode, cleanNumber } from '@showroom/contract/kernel/clean'
import { sql } from 'kysely'
import type { z } from 'zod'
import { carOut } from '../appointment/index.ts'
import { dealsByKey, isExpected, specNames, stopped } from '../customer/index.ts'
import { countEach } from '../platform/live/counts.repository.ts'
import type { Executor } from '../platform/db/client.ts'
import { allOf, type Condition, inRange, pageOf, readOnce, seesOwner } from '../platform/db/conditions.ts'
import { theDealer } from '../platform/db/dealer.ts'
import { idsByKey, wholeMobile } from '../platform/db/search.ts'
import { rememberStatements } from '../platform/db/statement.ts'
import { RawJson } from '../platform/http/answer.ts'
import type { Scope } from '../platform/session/session.ts'

/** The front desk's lists, over the whole store: page, total and JSON in one statement. */

type Query = z.output<typeof DeskListQuery>

/** Shortest key searched in the contacts besides the mobile. They match as a whole only, as a partial match would reveal masked digits. */
const shortestContact = 5

/** Returns the keyword if it is a whole number of a mobile or fixed line; otherwise undefined, also for an incomplete mobile. */
export const wholeNumber = (key: string): string | undefined =>
  wholeMobile(key) ?? /^(?:0\d{9,11}|[2-8]\d{6,7})$/.exec(cleanNumber(key))?.[0]

/**
 * Matches the second number or the WeChat name as a whole. The second number may hold several numbers after a merge. It is mostly empty,
 * and an empty one matches no key.
 */
const byOtherContact = ({ dealerId }: Scope, key: string): Condition => {
  const number = cleanNumber(key)
  return sql`exists (
    select from customer c where c.dealer_id = ${dealerId} and c.id = v.customer_id
      and (lower(c.weixin) = ${cleanCode(key).toLowerCase()}
        or c.second_phone <> '' and (regexp_replace(c.second_phone, '[\\s-]', '', 'g') = ${number}
          or contact_numbers(c.second_phone) @> array[${number}]::text[])))`
}

function ofKeyword(scope: Scope, key: string): Condition[] {
  if (key === '') return []
  const matches = sql`v.customer_id in ${idsByKey(scope.dealerId, 'customer', key)}`
  return [key.length < shortestContact ? matches : sql`(${matches} or ${byOtherContact(scope, key)})`]
}

/** A scalar subquery instead of `exists`, which PostgreSQL may answer by reading all deals of the store. */
const ofLevels = (levels: readonly string[]): Condition[] =>
  levels.length > 0
    ? [
        sql`(select d.level = any(${levels}::text[]) from deal d
            where d.dealer_id = ${theDealer} and d.customer_id = v.customer_id and d.is_current)`,
      ]
    : []

const conditionOf = (scope: Scope, query: Query): Condition =>
  allOf([
    sql`v.dealer_id = ${scope.dealerId}`,
    ...inRange('v.registered_at', query.createdDate),
    ...(query.type ? [sql`v.type = ${query.type}`] : []),
    ...ofLevels(query.levels),
    ...ofKeyword(scope, query.key),
  ])

const orders = ['v.registered_at', 'd.last_follow_at', 'd.next_follow_at'] as const

/** Ties are sorted by id; customers without a planned follow-up come last. */
function orderOf({ orderType }: Query): { readonly order: Condition; readonly ofDeal: boolean } {
  const column = orders[Math.floor(orderType / 2)] ?? orders[0]
  const ofDeal = column.startsWith('d.')
  const order =
    orderType % 2
      ? sql`${sql.ref(column)}, v.id`
      : sql`${sql.ref(column)} desc ${ofDeal ? sql`nulls last` : sql``}, v.id desc`
  return { order, ofDeal }
}

/** Counts the visits each query finds, up to a bound. */
export const countVisits = (db: Executor, scope: Scope, queries: readonly Query[]): Promise<number[]> =>
  countEach(
    db,
    queries.map((query) => sql`from visit v where ${conditionOf(scope, query)}`),
  )

const readPage = rememberStatements<{ data: string; total: number }>()

/** Returns a page of the store's visits and their total. */
export async function listVisits(
  db: Executor,
  scope: Scope,
  query: Query,
): Promise<{ data: RawJson; total: number }> {
  const question = query.key === '' ? query : undefined
  const [row] = await readPage(db, scope, { question, values: {} }, () => {
    const where = conditionOf(scope, query)
    const { order, ofDeal } = orderOf(query)
    const deal = ofDeal
      ? sql`join deal d on d.dealer_id = ${scope.dealerId} and d.customer_id = v.customer_id and d.is_current`
      : sql``
    return sql`
      select (select count(*) from visit v where ${where}) as total, coalesce(json_agg(r), '[]')::text as data
      from (
        select v.id as "visitId", v.customer_id as "customerId", mask_text(c.name) as name, mask_mobile(c.mobile) as mobile,
               json_build_object('ownerName', m.name, 'level', d.level, 'specName', ${specNames}) as deal, v.type,
               epoch(v.registered_at) as "createdDate", epoch(d.last_follow_at) as "updatedDate",
               epoch(d.next_follow_at) as "nextFollowDate", v.left_at is null and ${carOut(scope.dealerId, sql`v.customer_id`)} is not null as "isDriving",
               ${seesOwner(scope, 'd.owner_id')} as "isSeen"
        from ${readOnce(sql`select v.id from visit v ${deal} where ${where} order by ${order} ${pageOf(query)}`)} as page
        join visit v on v.dealer_id = ${scope.dealerId} and v.id = page.id
        join customer c on c.dealer_id = ${scope.dealerId} and c.id = v.customer_id
        join deal d on d.dealer_id = ${scope.dealerId} and d.id = c.current_deal_id
        join member m on m.dealer_id = ${scope.dealerId} and m.id = d.owner_id
        order by ${order}
      ) as r`
  })
  return row ? { data: new RawJson(row.data), total: row.total } : { data: new RawJson('[]'), total: 0 }
}

/** A found customer, without the facts of the board. */
export type Arrival = Omit<FoundArrival, 'isPresent' | 'owner' | 'expected' | 'visit' | 'suggested'> & {
  readonly ownerId: number
}

/** Returns a part of a statement: the deals (id, place, last_follow_at) as a JSON array of `Arrival`. */
const arrivalsOf = ({ dealerId }: Scope, deals: Condition, now: Date): Condition => sql`(
  select coalesce(json_agg(r), '[]')
  from (
    select c.id, mask_text(c.name) as name, mask_mobile(c.mobile) as mobile, d.owner_id as "ownerId",
           json_build_object('ownerName', m.name, 'level', d.level) as deal,
           ${stopped} as stopped, coalesce(${isExpected(now)}, false) as "isExpected"
    from ${readOnce(deals)} as page
    join deal d on d.dealer_id = ${dealerId} and d.id = page.id
    join customer c on c.dealer_id = ${dealerId} and c.id = d.customer_id
    join member m on m.dealer_id = ${dealerId} and m.id = d.owner_id
    order by page.place, page.last_follow_at desc, page.id desc
  ) as r)`

/** Lists customers of the whole store that match the key, closest name first, of those the ones expected today. */
export async function searchArrivals(
  db: Executor,
  scope: Scope,
  query: z.output<typeof ArrivalSearch>,
  now: Date,
): Promise<{ data: Arrival[]; total: number }> {
  const { dealerId } = scope
  const where = sql`c.dealer_id = ${dealerId} and c.merged_into_id is null and c.id in ${idsByKey(dealerId, 'customer', query.key)}`
  const deals = sql`${dealsByKey(scope, { key: query.key, sees: sql`true`, now })} ${pageOf(query)}`
  const { rows } = await sql<{ data: Arrival[]; total: number }>`
    select (select count(*) from customer c where ${where}) as total, ${arrivalsOf(scope, deals, now)} as data`.execute(
    db,
  )
  return rows[0] ?? { data: [], total: 0 }
}

/** Lists these customers. */
export async function listArrivals(
  db: Executor,
  scope: Scope,
  customerIds: readonly number[],
  now: Date,
): Promise<Arrival[]> {
  const { dealerId } = scope
  const deals = sql`
    select d.id, 0 as place, d.last_follow_at from deal d
    where d.dealer_id = ${dealerId} and d.is_current and d.customer_id = any(${customerIds}::bigint[])`
  const { rows } = await sql<{ data: Arrival[] }>`
    select ${arrivalsOf(scope, deals, now)} as data`.execute(db)
  return rows[0]?.data ?? []
}
