import {
  type DefaultError,
  type QueryKey,
  usePrefetchQuery,
  type UsePrefetchQueryOptions,
  useQuery,
  type UseQueryOptions,
} from '@tanstack/react-query'

/**
 * The query of a list's page: sent while the page is being drawn for the first time, not only when it stands. What is stale at once would
 * be asked for twice by that.
 */
export function useListQuery<Page, Key extends QueryKey>(
  options: UsePrefetchQueryOptions<Page, DefaultError, Page, Page, Key> &
    UseQueryOptions<Page, DefaultError, Page, Key>,
) {
  usePrefetchQuery(options)
  return useQuery(options)
}
