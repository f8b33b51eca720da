import {
  type DefaultError,
  type QueryKey,
  type RefetchOptions,
  useQueries,
  usePrefetchQuery,
  type UsePrefetchQueryOptions,
  useQuery,
  type UseQueryOptions,
  type UseQueryResult,
} from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Fields, FilterOf, Page } from './filter/listFields'
import type { ListState } from './filter/useListFilter'
import { useNarrow } from '../useNarrow'

interface Rows {
  readonly data: readonly unknown[]
  readonly total: number
}

type QueryOf<F extends Fields, Answer, Key extends QueryKey> = (
  filter: FilterOf<F>,
) => UsePrefetchQueryOptions<Answer, DefaultError, Answer, Answer, Key> &
  UseQueryOptions<Answer, DefaultError, Answer, Key>

/** The first page that the list shows: on a phone it shows all pages up to the one in the address. */
export function useFirstPage({ pageStart }: Pick<Page, 'pageStart'>): number {
  return useNarrow() ? 1 : pageStart
}

/**
 * The query of a list page. Prefetches during the first render instead of after mounting. Queries with staleTime 0
 * would be sent twice by that.
 */
export function useListQuery<F extends Fields, Answer extends Rows, Key extends QueryKey>(
  { filter }: Pick<ListState<F>, 'filter'>,
  queryOf: QueryOf<F, Answer, Key>,
): UseQueryResult<Answer> {
  const options = queryOf(filter)
  usePrefetchQuery(options)
  const last = useQuery(options)
  const first = useFirstPage(filter)
  const earlier = useQueries({
    queries: Array.from({ length: filter.pageStart - first }, (_, index) => ({
      ...queryOf({ ...filter, pageStart: first + index }),
      placeholderData: undefined,
    })),
    combine: gather,
  }) as Gathered<Answer>
  const newest = last.isPlaceholderData ? undefined : last.data
  const data = useMemo(() => join(earlier.pages, newest), [earlier.pages, newest])
  if (earlier.pages.length === 0) return last
  return {
    ...last,
    data,
    isError: last.isError || earlier.isError,
    error: last.error ?? earlier.error,
    isFetching: last.isFetching || earlier.isFetching,
    // While the last page loads, the earlier ones are the list.
    isPlaceholderData: false,
    refetch: async (how) => {
      await earlier.refetch(how)
      return last.refetch(how)
    },
  } as UseQueryResult<Answer>
}

interface Gathered<Answer> extends Pick<UseQueryResult<Answer>, 'isError' | 'error' | 'isFetching'> {
  readonly pages: readonly (Answer | undefined)[]
  readonly refetch: (how?: RefetchOptions) => Promise<unknown>
}

/** The earlier pages as one; the same object while nothing of them changes. */
const gather = (pages: readonly UseQueryResult[]): Gathered<unknown> => ({
  pages: pages.map(({ data }) => data),
  isError: pages.some(({ isError }) => isError),
  error: pages.find(({ error }) => error)?.error ?? null,
  isFetching: pages.some(({ isFetching }) => isFetching),
  refetch: (how) => Promise.all(pages.map(({ refetch }) => refetch(how))),
})

/** The rows of all pages with the total of the newest; nothing while an earlier page is missing. */
function join<Answer extends Rows>(
  earlier: readonly (Answer | undefined)[],
  last: Answer | undefined,
): Answer | undefined {
  const pages = [...earlier, ...(last ? [last] : [])].filter((page) => page !== undefined)
  const newest = pages.at(-1)
  if (!newest || earlier.includes(undefined)) return undefined
  return { ...newest, data: pages.flatMap(({ data }) => data) }
}
