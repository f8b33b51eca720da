import { countedUpTo } from '@showroom/contract/kernel/counts'
import { sql } from 'kysely'
import type { Executor } from '../db/client.ts'
import type { Condition } from '../db/conditions.ts'

/** Counts the rows of each condition in one statement, up to `countedUpTo`. Each `from` starts with the word `from`. */
export async function countEach(db: Executor, from: readonly Condition[]): Promise<number[]> {
  const counts = from.map(
    (rows) => sql`(select count(*) from (select 1 ${rows} limit ${sql.lit(countedUpTo)}) as counted)`,
  )
  const { rows } = await sql<{
    totals: (number | string)[]
  }>`select array[${sql.join(counts)}] as totals`.execute(db)
  return (rows[0]?.totals ?? []).map(Number)
}
