import { arrivalTypes } from '@showroom/contract/customer/customer.rules'
import { mostFound } from '@showroom/contract/find/find.schema'
import type { Find } from '@showroom/contract/find/find.schema'
import { sql } from 'kysely'
import { secondsOf } from '../../platform/clock.ts'
import {
  type Condition,
  endOf,
  literals,
  readOnce,
  seesOwner,
  startOf,
} from '../../platform/db/conditions.ts'
import { closeness, idsByKey, isWide } from '../../platform/db/search.ts'
import type { Scope } from '../../platform/session/session.ts'
import { specNames } from './list.repository.ts'

/** Deals found by a narrow search, which are sorted by how closely they match. `sees` limits them to some owners. */
const fewOf = ({ dealerId }: Scope, wanted: Condition, place: Condition, sees: Condition): Condition => sql`
  select d.id, ${place} as place, d.last_follow_at
  from customer c
  join deal d on d.dealer_id = ${dealerId} and d.id = c.current_deal_id
  where c.dealer_id = ${dealerId} and ${wanted} and ${sees}`

/**
 * Deals found by a wide search, which match equally: the latest come first on the walk along their index. `is true` makes PostgreSQL hash
 * the matching customers.
 */
const manyOf = ({ dealerId }: Scope, ids: Condition, sees: Condition): Condition => sql`
  select d.id, 0 as place, d.last_follow_at
  from deal d
  where d.dealer_id = ${dealerId} and d.is_current and ${sees}
    and (d.customer_id in ${ids}) is true`

/** Whether a visit or a test drive of the deal is planned for today. */
export function isExpected(now: Date): Condition {
  const seconds = secondsOf(now)
  return sql`(d.next_activity_type in ${literals(arrivalTypes)} and d.next_follow_at >= ${startOf(seconds)} and d.next_follow_at < ${endOf(seconds)})`
}

/** A search for deals. */
export interface Wanted {
  readonly key: string
  /** Condition on the owner. */
  readonly sees: Condition
  readonly now: Date
}

/** The reach of a member's search. */
export interface Finding {
  /** Those of the whole store; otherwise of the members whom the member sees. */
  readonly ofStore: boolean
  /** The member may open files. */
  readonly opens: boolean
  readonly now: Date
}

/**
 * The one order of found customers: the closest names (numbers are all alike), of those who are expected today first, then the latest
 * contacts. Columns: id, place, last_follow_at.
 */
export function dealsByKey(scope: Scope, { key, sees, now }: Wanted): Condition {
  const ids = idsByKey(scope.dealerId, 'customer', key)
  if (isWide(key)) return sql`${manyOf(scope, ids, sees)} order by d.last_follow_at desc, d.id desc`
  const place = sql`${closeness(key, 'c')} * 2 + case when ${isExpected(now)} then 0 else 1 end`
  return sql`${fewOf(scope, sql`c.id in ${ids}`, place, sees)} order by 2, 3 desc, 1 desc`
}

/** Like `dealsByKey` for the first hits alone, in which those who are expected today come first for a wide search, too. */
function firstByKey(scope: Scope, wanted: Wanted): Condition {
  if (!isWide(wanted.key)) return dealsByKey(scope, wanted)
  const ids = idsByKey(scope.dealerId, 'customer', wanted.key)
  const first = (place: number, when: Condition): Condition => sql`(
    select id, ${sql.lit(place)} as place, last_follow_at from (${manyOf(scope, ids, sql`${wanted.sees} and ${when}`)}) as f
    order by last_follow_at desc, id desc limit ${sql.lit(mostFound)})`
  const expected = isExpected(wanted.now)
  return sql`${first(0, expected)} union all ${first(1, sql`(${expected}) is not true`)} order by 2, 3 desc, 1 desc`
}

function dealsFound(scope: Scope, { key, customerIds }: Find, { ofStore, now }: Finding): Condition {
  const sees = seesOwner(scope, 'd.owner_id')
  if (key !== '') return firstByKey(scope, { key, sees: ofStore ? sql`true` : sees, now })
  return dealsById(scope, customerIds, sees)
}

const dealsById = (scope: Scope, customerIds: readonly number[], sees: Condition): Condition =>
  fewOf(
    scope,
    sql`c.id in (select coalesce(x.merged_into_id, x.id) from customer x
                 where x.dealer_id = ${scope.dealerId} and x.id = any(${customerIds}::bigint[]))`,
    sql`0`,
    sees,
  )

/** Returns the first of the deals as a JSON array of `FoundCustomer`. */
const firstOf = (
  scope: Scope,
  deals: Condition,
  { opens, now }: Pick<Finding, 'opens' | 'now'>,
): Condition => sql`(
  select coalesce(json_agg(r), '[]')::text
  from (
    select c.id as "customerId", mask_text(c.name) as name, mask_mobile(c.mobile) as mobile, d.level, m.name as "ownerName",
           ${specNames} as "specName", d.suspended_at is not null as "isSuspend",
           d.waiting_fail_review as "waitingFailReview", epoch(d.next_follow_at) as "nextFollowDate", coalesce(${isExpected(now)}, false) as "isExpected",
           ${sql.lit(opens)} and ${seesOwner(scope, 'd.owner_id')} as "isSeen"
    from ${readOnce(sql`${deals} limit ${sql.lit(mostFound)}`)} as page
    join deal d on d.dealer_id = ${scope.dealerId} and d.id = page.id
    join customer c on c.dealer_id = ${scope.dealerId} and c.id = d.customer_id
    join member m on m.dealer_id = ${scope.dealerId} and m.id = d.owner_id
    order by page.place, page.last_follow_at desc, page.id desc
  ) as r)`

/** Returns the few customers that match the key most closely, or seen ones with the ids, as a JSON array of `FoundCustomer`. */
export const foundCustomers = (scope: Scope, query: Find, finding: Finding): Condition =>
  firstOf(scope, dealsFound(scope, query, finding), finding)

/** Like `foundCustomers`, by a key and among the owners of `wanted`. */
export const customersByKey = (scope: Scope, wanted: Wanted): Condition =>
  firstOf(scope, firstByKey(scope, wanted), { opens: true, now: wanted.now })

/** Like `customersByKey`, by ids. */
export const customersById = (
  scope: Scope,
  { customerIds, sees, now }: Omit<Wanted, 'key'> & { readonly customerIds: readonly number[] },
): Condition => firstOf(scope, dealsById(scope, customerIds, sees), { opens: true, now })
