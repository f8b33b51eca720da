import { sql } from 'kysely'
import type { Condition } from '../platform/db/conditions.ts'

/** Names of codes within the queries of lists and workbooks. */

/** What a code is called in a dictionary; null where it is in none. */
export const displayOf = (kind: string, code: Condition): Condition =>
  sql`(select display from dictionary where kind = ${sql.lit(kind)} and value = (${code})::text)`
