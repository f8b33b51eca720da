import {
  allocationList as askAllocations,
  verifyList as askVerify,
} from '@showroom/contract/order/verify.api'
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { callApi } from '../../api/client'
import { keyOf, queryOf } from '../../api/query'
import { type AllocationFilter, allocationList, type VerifyFilter, verifyList } from './verify.fields'

/** Keeps the previous page visible while the next one loads, unless it belongs to another tab. */
const ofSameTab =
  (tab: string, value: unknown) =>
  <Data>(previous: Data | undefined, query?: { queryKey: readonly unknown[] }): Data | undefined => {
    const before = query?.queryKey[1]
    const same = typeof before === 'object' && before !== null && Reflect.get(before, tab) === value
    return same ? keepPreviousData(previous) : undefined
  }

export const verifyListQuery = (filter: VerifyFilter) => {
  const request = verifyList.requestOf(filter)
  return queryOptions({
    queryKey: [...keyOf(askVerify), request],
    queryFn: ({ signal }) => callApi(askVerify, request, { signal }),
    placeholderData: ofSameTab('isDone', filter.isDone),
    staleTime: 10_000,
  })
}

export const allocationListQuery = (filter: AllocationFilter) => {
  const request = allocationList.requestOf(filter)
  return queryOptions({
    queryKey: [...keyOf(askAllocations), request],
    queryFn: ({ signal }) => callApi(askAllocations, request, { signal }),
    placeholderData: ofSameTab('stage', filter.stage),
    staleTime: 10_000,
  })
}

/** Number of orders that wait for review, ignoring filters. Shares the menu's cache entry. */
export const waitingQuery = () => queryOf(askVerify, { pageCount: 1 })

/** Call after a decision by this user or a colleague. */
export async function invalidateOrderLists(queries: QueryClient): Promise<void> {
  await Promise.all(
    [askVerify, askAllocations].map((call) => queries.invalidateQueries({ queryKey: keyOf(call) })),
  )
}
