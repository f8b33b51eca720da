import { source } from '@showroom/contract/customer/customer.rules'
import { sql } from 'kysely'
import type { Condition } from '../platform/db/conditions.ts'
import { theDealer } from '../platform/db/dealer.ts'

/** SQL expressions for the names of codes in lists and workbooks. */

/** Display name of a code in a dictionary; null if it is in none. */
export const displayOf = (kind: string, code: Condition): Condition =>
  sql`(select display from dictionary where kind = ${sql.lit(kind)} and value = (${code})::text)`

/** Source of deal `d` as precisely as known: the online source, the store's custom source, otherwise the kind of source. Empty for none. */
export const sourceName: Condition = sql`coalesce(
  case d.from_source
    when ${sql.lit(source.network)} then ${displayOf('onlineSources', sql`d.other_source`)}
    when ${sql.lit(source.custom)} then (
      select mask_text(s.name) from custom_source s where s.dealer_id = ${theDealer} and s.id = d.other_source) end,
  ${displayOf('customerFromSources', sql`d.from_source`)}, '')`
