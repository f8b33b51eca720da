import type { AnswerOf, Query } from '@showroom/contract/kernel/call'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { callApi } from './client'
import { keyOf } from './query'
import type { Body } from './query'

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
