import { failList } from '@showroom/contract/review/review.api'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { keepWithin } from '../api/pages'
import { keyOf, queryOf } from '../api/query'
import { type ReviewFilter, reviewList } from './review.fields'

/** A page of the list; the last one of the same tab stays visible while the next loads. */
export const reviewListQuery = (filter: ReviewFilter) => {
  const request = reviewList.requestOf(filter)
  return queryOptions({
    ...queryOf(failList, request),
    placeholderData: keepWithin('type', filter.type),
    staleTime: 10_000,
  })
}

/** The number of waiting requests, without filters; shares the menu's query. */
export const waitingQuery = () => queryOf(failList, { pageCount: 1 })

/** Refetches after a decision by this member or a colleague. */
export const invalidateReviews = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: keyOf(failList) })
