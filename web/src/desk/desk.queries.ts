import * as desk from '@showroom/contract/desk/desk.api'
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { callApi } from '../api/client'
import { keyOf } from '../api/query'
import { type DeskFilter, deskList } from './list/desk.fields'

/** A page of the list; while the next one loads, the last stays in sight. */
export const deskListQuery = (filter: DeskFilter) => {
  const request = deskList.requestOf(filter)
  return queryOptions({
    queryKey: [...keyOf(desk.list), request],
    queryFn: ({ signal }) => callApi(desk.list, request, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
}

/** Told of what changes; asked now and then besides, for what no event tells: who comes back from outside, and midnight. */
export const boardQuery = () =>
  queryOptions({
    queryKey: keyOf(desk.getBoard),
    queryFn: ({ signal }) => callApi(desk.getBoard, {}, { signal }),
    staleTime: 5_000,
    refetchInterval: 60_000,
  })

/** After somebody came, was received or left. */
export const invalidateDesk = async (queries: QueryClient): Promise<void> => {
  await Promise.all(
    [desk.list, desk.getBoard, desk.search].map((call) =>
      queries.invalidateQueries({ queryKey: keyOf(call) }),
    ),
  )
}
