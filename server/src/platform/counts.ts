import { dayStart } from '@showroom/contract/kernel/day'
import type { Topic } from '@showroom/contract/kernel/call'
import { countedUpTo } from '@showroom/contract/kernel/counts'
import { sql } from 'kysely'
import { secondsOf } from './clock.ts'
import type { Executor } from './db/client.ts'
import type { Condition } from './db/conditions.ts'
import type { Context } from './http/handler.ts'
import { cacheUntilChanged } from './kept.ts'
import type { Live } from './live.ts'

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

/**
 * Handler of a list's counts. Caches them per scope and day until `topic` changes (docs/decisions/0019-cached-counts.md). `isKept` must
 * return false for queries that depend on anything else, such as another store or the time.
 */
export function countViews<Query extends { readonly key: string }>(
  live: Pick<Live, 'watch' | 'isUp'>,
  topic: Topic,
  count: (context: Context, queries: readonly Query[]) => Promise<number[]>,
  isKept: (query: Query) => boolean = () => true,
) {
  const kept = cacheUntilChanged<number[]>(live, topic)
  return async (
    request: { readonly queries: readonly Query[] },
    context: Context,
  ): Promise<{ totals: number[] }> => {
    const { session, now } = context
    const queries = request.queries.map((query) => ({ ...query, key: '' }))
    const read = (): Promise<number[]> => count(context, queries)
    if (!queries.every(isKept)) return { totals: await read() }
    const question = [session.scope, session.role, queries, dayStart(secondsOf(now))]
    return { totals: await kept.get(session.dealerId, question, read) }
  }
}
