import {
  type DefaultError,
  type QueryKey,
  useQueries,
  usePrefetchQuery,
  type UsePrefetchQueryOptions,
  useQuery,
  type UseQueryOptions,
  type UseQueryResult,
} from '@tanstack/react-query'
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
  }) as UseQueryResult<Answer>[]
  return earlier.length === 0 ? last : joined(earlier, last)
}

/** Several pages as one. While the last one loads, the earlier ones are the list. */
function joined<Answer extends Rows>(
  earlier: readonly UseQueryResult<Answer>[],
  last: UseQueryResult<Answer>,
): UseQueryResult<Answer> {
  const all = [...earlier, last]
  const pages = [...earlier.map(({ data }) => data), ...(last.isPlaceholderData ? [] : [last.data])]
  const [newest] = pages.filter((page) => page !== undefined).toReversed()
  const isWhole = newest !== undefined && !pages.slice(0, earlier.length).includes(undefined)
  const failed = all.find(({ isError }) => isError)
  return {
    ...last,
    data: isWhole ? { ...newest, data: pages.flatMap((page) => page?.data ?? []) } : undefined,
    isError: failed !== undefined,
    error: failed?.error ?? null,
    isFetching: all.some(({ isFetching }) => isFetching),
    isPlaceholderData: false,
    refetch: async (how) => {
      await Promise.all(earlier.map(({ refetch }) => refetch(how)))
      return last.refetch(how)
    },
  } as UseQueryResult<Answer>
}
