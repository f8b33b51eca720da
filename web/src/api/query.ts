import type { AnswerOf, Call, Query, RequestOf, Topic } from '@showroom/contract/kernel/call'
import { queryOptions } from '@tanstack/react-query'
import { callApi } from './client'

export type Body<C extends Call> = Omit<RequestOf<C>, 'dealerId'>

/** TanStack Query options of a query; the key is its path and request. `ready` is awaited before the request. */
export const queryOf = <C extends Query>(call: C, request: Body<C>, ready?: () => Promise<unknown>) =>
  queryOptions<AnswerOf<C>>({
    queryKey: [...keyOf(call), request],
    queryFn: async ({ signal }) => {
      await ready?.()
      return callApi(call, request, { signal })
    },
  })

/** Topics that the responses of each path show. Collected as keys are made, so that the whole contract need not be loaded. */
const topicsByQuery = new Map<unknown, readonly Topic[]>()

/** The key prefix of all responses of a query, to invalidate them after a mutation. */
export function keyOf(call: Call): [string] {
  topicsByQuery.set(call.path, call.shows)
  return [call.path]
}

/** Whether the query under a key shows one of the topics; without `topics`, whether it shows any. */
export function showsAny(queryKey: readonly unknown[], topics?: ReadonlySet<string>): boolean {
  const own = topicsByQuery.get(queryKey[0]) ?? []
  return topics ? own.some((topic) => topics.has(topic)) : own.length > 0
}
