import { mostFound } from '@showroom/contract/find/find.schema'
import type { Find } from '@showroom/contract/find/find.schema'
import { sql } from 'kysely'
import { type Condition, seesOwner } from '../platform/db/conditions.ts'
import { closeness, idsByKey, isWide } from '../platform/db/search.ts'
import type { Scope } from '../platform/session/session.ts'
import { specNames } from './list.repository.ts'

/** What is found in one look-up of few: put in order by how close each is. */
const fewOf = (scope: Scope, wanted: Condition, place: Condition): Condition => sql`
  select d.id, ${place} as place, d.last_follow_at
  from customer c
  join deal d on d.dealer_id = c.dealer_id and d.id = c.current_deal_id
  where c.dealer_id = ${scope.dealerId} and ${wanted} and ${seesOwner(scope, 'd.owner_id')}`

/** Of thousands, all as close: the latest are met first on the walk along their index. `is true` has the key's customers hashed. */
const manyOf = (scope: Scope, ids: Condition): Condition => sql`
  select d.id, 0 as place, d.last_follow_at
  from deal d
  where d.dealer_id = ${scope.dealerId} and d.is_current and ${seesOwner(scope, 'd.owner_id')}
    and (d.customer_id in ${ids}) is true`

function dealsFound(scope: Scope, { key, customerIds }: Find): Condition {
  if (key === '')
    return fewOf(
      scope,
      sql`c.id in (select coalesce(x.merged_into_id, x.id) from customer x
                   where x.dealer_id = ${scope.dealerId} and x.id = any(${customerIds}::bigint[]))`,
      sql`0`,
    )
  const ids = idsByKey(scope.dealerId, 'customer', key)
  return isWide(key)
    ? sql`${manyOf(scope, ids)} order by d.last_follow_at desc, d.id desc`
    : sql`${fewOf(scope, sql`c.id in ${ids}`, closeness(key, 'c'))} order by 2, 3 desc, 1 desc`
}

/** The few customers that the key finds closest, or those with the ids, of those whom the member sees: a JSON array, as `FoundCustomer`. */
export const foundCustomers = (scope: Scope, asked: Find): Condition => sql`(
  select coalesce(json_agg(r), '[]')::text
  from (
    select c.id as "customerId", mask_text(c.name) as name, mask_mobile(c.mobile) as mobile, d.level, m.name as "ownerName",
           ${specNames} as "specName", d.suspended_at is not null as "isSuspend", epoch(d.next_follow_at) as "nextFollowDate"
    from (${dealsFound(scope, asked)} limit ${sql.lit(mostFound)}) as page
    join deal d on d.dealer_id = ${scope.dealerId} and d.id = page.id
    join customer c on c.dealer_id = d.dealer_id and c.id = d.customer_id
    join member m on m.dealer_id = d.dealer_id and m.id = d.owner_id
    order by page.place, page.last_follow_at desc, page.id desc
  ) as r)`
