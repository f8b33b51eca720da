import { mostFound } from '@showroom/contract/find/find.schema'
import type { Find } from '@showroom/contract/find/find.schema'
import { sql } from 'kysely'
import { readOnce } from '../../platform/db/conditions.ts'
import type { Condition } from '../../platform/db/conditions.ts'
import { closeness, idsByKey, isWide } from '../../platform/db/search.ts'
import type { Scope } from '../../platform/session/session.ts'
import { seesLead, shownNumber } from '../lead.repository.ts'

/** For a key with thousands of equal matches the index walk finds the latest first: `is true` makes PostgreSQL hash the matching leads. */
function wantedOf({ dealerId }: Scope, { key, clueIds }: Find): { wanted: Condition; order: Condition } {
  const latest = sql`l.created_at desc, l.id desc`
  if (key === '') return { wanted: sql`l.id = any(${clueIds}::bigint[])`, order: latest }
  const ids = idsByKey(dealerId, 'lead', key)
  return isWide(key)
    ? { wanted: sql`(l.id in ${ids}) is true`, order: latest }
    : { wanted: sql`l.id in ${ids}`, order: sql`${closeness(key, 'l')}, ${latest}` }
}

/** The few best matches for the key, or the leads with the ids, limited to those the member sees: a JSON array of `FoundLead`. */
export function foundLeads(scope: Scope, worksAll: boolean, query: Find): Condition {
  const { wanted, order } = wantedOf(scope, query)
  return sql`(
    select coalesce(json_agg(r), '[]')::text
    from (
      select l.id as "clueId", mask_text(l.name) as name, ${shownNumber} as phone, l.status, coalesce(m.name, '') as "ownerName",
             coalesce(source.display, '') as "sourceName", coalesce(s.name, mask_text(l.facts ->> 'seriesName'), '') as "seriesName",
             epoch(l.created_at) as "createdDate"
      from ${readOnce(sql`select l.id
        from lead l
        where l.dealer_id = ${scope.dealerId} and ${wanted} and ${seesLead(scope, worksAll)}
        order by ${order} limit ${sql.lit(mostFound)}`)} as page
      join lead l on l.dealer_id = ${scope.dealerId} and l.id = page.id
      left join series s on s.id = l.series_id
      left join dictionary source on source.kind = 'onlineSources' and source.value = l.source_id::text
      left join member m on m.dealer_id = ${scope.dealerId} and m.id = l.owner_id
      order by ${order}
    ) as r)`
}
