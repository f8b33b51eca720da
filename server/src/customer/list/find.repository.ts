import { mostFound } from '@showroom/contract/find/find.schema'
import type { Find } from '@showroom/contract/find/find.schema'
import { sql } from 'kysely'
import { type Condition, seesOwner } from '../../platform/db/conditions.ts'
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

/** The one order of found customers: the closest names, then the latest contacts. Columns: id, place, last_follow_at. */
export function dealsByKey(scope: Scope, key: string, sees: Condition): Condition {
  const ids = idsByKey(scope.dealerId, 'customer', key)
  return isWide(key)
    ? sql`${manyOf(scope, ids, sees)} order by d.last_follow_at desc, d.id desc`
    : sql`${fewOf(scope, sql`c.id in ${ids}`, closeness(key, 'c'), sees)} order by 2, 3 desc, 1 desc`
}

function dealsFound(scope: Scope, { key, customerIds }: Find): Condition {
  const sees = seesOwner(scope, 'd.owner_id')
  if (key !== '') return dealsByKey(scope, key, sees)
  return fewOf(
    scope,
    sql`c.id in (select coalesce(x.merged_into_id, x.id) from customer x
                 where x.dealer_id = ${scope.dealerId} and x.id = any(${customerIds}::bigint[]))`,
    sql`0`,
    sees,
  )
}

/** Returns the few visible customers that match the key most closely, or those with the ids, as a JSON array of `FoundCustomer`. */
export const foundCustomers = (scope: Scope, asked: Find): Condition => sql`(
  select coalesce(json_agg(r), '[]')::text
  from (
    select c.id as "customerId", mask_text(c.name) as name, mask_mobile(c.mobile) as mobile, d.level, m.name as "ownerName",
           ${specNames} as "specName", d.suspended_at is not null as "isSuspend",
           d.waiting_fail_review as "waitingFailReview", epoch(d.next_follow_at) as "nextFollowDate"
    from (${dealsFound(scope, asked)} limit ${sql.lit(mostFound)}) as page
    join deal d on d.dealer_id = ${scope.dealerId} and d.id = page.id
    join customer c on c.dealer_id = ${scope.dealerId} and c.id = d.customer_id
    join member m on m.dealer_id = ${scope.dealerId} and m.id = d.owner_id
    order by page.place, page.last_follow_at desc, page.id desc
  ) as r)`
