import { dayStart } from '@showroom/contract/kernel/day'
import type { Topic } from '@showroom/contract/kernel/call'
import { secondsOf } from '../clock.ts'
import type { Context } from '../http/handler.ts'
import { cacheUntilChanged } from './kept.ts'
import type { Live } from './live.ts'

/**
 * Handler of a list's counts. Caches them per scope and day until a topic of `shown` changes (docs/decisions/0019-cached-counts.md). `isKept` must
 * return false for queries that depend on anything else, such as another store or the time.
 */
export function countViews<Query extends { readonly key: string }>(
  live: Pick<Live, 'watch' | 'isUp'>,
  shown: Topic | readonly Topic[],
  count: (context: Context, queries: readonly Query[]) => Promise<number[]>,
  isKept: (query: Query) => boolean = () => true,
) {
  const answers = cacheUntilChanged<number[]>(live, shown)
  return async (
    context: Context,
    request: { readonly queries: readonly Query[] },
  ): Promise<{ totals: number[] }> => {
    const { session, now } = context
    const queries = request.queries.map((query) => ({ ...query, key: '' }))
    const read = (): Promise<number[]> => count(context, queries)
    if (!queries.every(isKept)) return { totals: await read() }
    const question = [session.scope, session.role, queries, dayStart(secondsOf(now))]
    return { totals: await answers.get(session.dealerId, question, read) }
  }
}
