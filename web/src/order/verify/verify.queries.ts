import {
  allocationCounts,
  allocationList as askAllocations,
  verifyList as askVerify,
} from '@showroom/contract/order/verify.api'
import { allocationStage } from '@showroom/contract/order/verify.rules'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { keepWithin } from '../../api/pages'
import { keyOf, queryOf } from '../../api/query'
import { type AllocationFilter, allocationList, type VerifyFilter, verifyList } from './verify.fields'

export const verifyListQuery = (filter: VerifyFilter) => {
  const request = verifyList.requestOf(filter)
  return queryOptions({
    ...queryOf(askVerify, request),
    placeholderData: keepWithin('isDone', filter.isDone),
    staleTime: 10_000,
  })
}

export const allocationListQuery = (filter: AllocationFilter) => {
  const request = allocationList.requestOf(filter)
  return queryOptions({
    ...queryOf(askAllocations, request),
    placeholderData: keepWithin('stage', filter.stage),
    staleTime: 10_000,
  })
}

/** Number of orders that wait for review, ignoring filters. Shares the menu's cache entry. */
export const waitingQuery = () => queryOf(askVerify, { pageCount: 1 })

/** Number of orders in each stage of the maker, ignoring filters. */
export const stageCountsQuery = () =>
  queryOf(allocationCounts, { queries: Object.values(allocationStage).map((stage) => ({ stage })) })

/** Call after a decision by this user or a colleague. */
export async function invalidateOrderLists(queries: QueryClient): Promise<void> {
  await Promise.all(
    [askVerify, askAllocations].map((call) => queries.invalidateQueries({ queryKey: keyOf(call) })),
  )
}
