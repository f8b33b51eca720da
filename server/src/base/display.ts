import { source } from '@showroom/contract/customer/customer.rules'
import { sql } from 'kysely'
import type { Condition } from '../platform/db/conditions.ts'

/** Names of codes within the queries of lists and workbooks. */

/** What a code is called in a dictionary; null where it is in none. */
export const displayOf = (kind: string, code: Condition): Condition =>
  sql`(select display from dictionary where kind = ${sql.lit(kind)} and value = (${code})::text)`

/** Where deal `d` came from, as precisely as it is known: the network it was, the store's own source, else the kind. Empty for none. */
export const sourceName: Condition = sql`coalesce(
  case d.from_source
    when ${sql.lit(source.network)} then ${displayOf('onlineSources', sql`d.other_source`)}
    when ${sql.lit(source.custom)} then (
      select mask_text(s.name) from custom_source s where s.dealer_id = d.dealer_id and s.id = d.other_source) end,
  ${displayOf('customerFromSources', sql`d.from_source`)}, '')`
