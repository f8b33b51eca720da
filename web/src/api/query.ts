import type { AnswerOf, Call, Query, RequestOf, Topic } from '@showroom/contract/kernel/call'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { callApi } from './client'

type Body<C extends Call> = Omit<RequestOf<C>, 'dealerId'>

/** TanStack Query options of a query; the key is its path and request. `ready` is awaited before the request. */
export const queryOf = <C extends Query>(call: C, request: Body<C>, ready?: () => Promise<unknown>) =>
  queryOptions<AnswerOf<C>>({
    queryKey: [...keyOf(call), request],
    queryFn: async ({ signal }) => {
      await ready?.()
      return callApi(call, request, { signal })
    },
  })

/** Like `queryOf`, but caches what `read` makes of the response. */
export const queryRead = <C extends Query, Read>(
  call: C,
  request: Body<C>,
  read: (answer: AnswerOf<C>) => Read,
) =>
  queryOptions<Read>({
    queryKey: [...keyOf(call), request],
    queryFn: async ({ signal }) => read(await callApi(call, request, { signal })),
  })

/** Options of a query whose pages are read one after another: `requestOf` makes a page's request, `next` the page after a response. */
export const pagesOf = <C extends Query, Page>(
  call: C,
  requestOf: (page: Page) => Body<C>,
  first: Page,
  next: (answer: AnswerOf<C>) => Page | undefined,
) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(call), requestOf(first)],
    queryFn: ({ signal, pageParam }) => callApi(call, requestOf(pageParam as Page), { signal }),
    initialPageParam: first,
    getNextPageParam: next,
  })

/** As `placeholderData`: keeps the previous rows while the next ones load, unless they belong to another value of this field. */
export const keepWithin =
  (field: string, value: unknown) =>
  <Data>(previous: Data | undefined, query?: { readonly queryKey: readonly unknown[] }): Data | undefined => {
    const before = query?.queryKey[1]
    const isSame = typeof before === 'object' && before !== null && Reflect.get(before, field) === value
    return isSame ? keepPreviousData(previous) : undefined
  }

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
