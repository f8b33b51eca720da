import {
  type DefaultError,
  type QueryKey,
  usePrefetchQuery,
  type UsePrefetchQueryOptions,
  useQuery,
  type UseQueryOptions,
} from '@tanstack/react-query'

/**
 * The query of a list page. Prefetches during the first render instead of after mounting. Queries with staleTime 0
 * would be sent twice by that.
 */
export function useListQuery<Page, Key extends QueryKey>(
  options: UsePrefetchQueryOptions<Page, DefaultError, Page, Page, Key> &
    UseQueryOptions<Page, DefaultError, Page, Key>,
) {
  usePrefetchQuery(options)
  return useQuery(options)
}
