import * as desk from '@showroom/contract/desk/desk.api'
import { arrivalPageSize } from '@showroom/contract/desk/list.schema'
import { keepPreviousData, type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { keyOf, queryOf } from '../api/query'
import { offerTicket } from '../base/public'
import { useShownHere } from '../ui/shownErrors'
import { type DeskFilter, deskList } from './list/desk.fields'

/** A page of the list; the last one stays visible while the next loads. */
export const deskListQuery = (filter: DeskFilter) => {
  const request = deskList.requestOf(filter)
  return queryOptions({
    ...queryOf(desk.list, request),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
}

/** Refetched on events, and polled for changes without an event: an absence that ends, and midnight. */
export const boardQuery = () =>
  queryOptions({
    ...queryOf(desk.getBoard, {}),
    staleTime: 5_000,
    refetchInterval: 60_000,
  })

/** Customers at the door by a key. `matches` are those of the key before until `isKnown`; missing without a key. */
export function useArrivalSearch(key: string, pageStart = 1) {
  const { data, error, isPlaceholderData, isPending } = useQuery({
    ...queryOf(desk.search, { key, pageStart, pageCount: arrivalPageSize }),
    enabled: key !== '',
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  })
  useShownHere(error)
  return {
    matches: key === '' ? undefined : data,
    error: key === '' ? null : error,
    isKnown: key === '' || (!isPlaceholderData && !isPending),
  }
}

export type Refetch = (queries: QueryClient) => Promise<void>

/** Refetches after an arrival, a reception or a departure. */
export const invalidateDesk = async (queries: QueryClient): Promise<void> => {
  await Promise.all(
    [desk.list, desk.getBoard, desk.search].map((call) =>
      queries.invalidateQueries({ queryKey: keyOf(call) }),
    ),
  )
}

/** Shows that an arrival is confirmed, offers to undo it, and refetches. */
export async function showArrival(
  queries: QueryClient,
  undoId: number,
  name: string,
  refetch: Refetch = invalidateDesk,
): Promise<void> {
  const after = (): void => void refetch(queries)
  offerTicket({ undoId, text: '确认到店完成', about: name, after })
  await refetch(queries)
}
