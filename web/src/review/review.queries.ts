import { failList } from '@showroom/contract/review/review.api'
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { callApi } from '../api/client'
import { keyOf, queryOf } from '../api/query'
import { type ReviewFilter, reviewList } from './review.fields'

/** A page of the list; while the next one loads, the last stays in sight, unless it is of the other tab. */
export const reviewListQuery = (filter: ReviewFilter) => {
  const request = reviewList.requestOf(filter)
  return queryOptions({
    queryKey: [...keyOf(failList), request],
    queryFn: ({ signal }) => callApi(failList, request, { signal }),
    placeholderData: (previous, query) => {
      const before = query?.queryKey[1]
      const sameTab = typeof before === 'object' && before.type === filter.type
      return sameTab ? keepPreviousData(previous) : undefined
    },
    staleTime: 10_000,
  })
}

/** How many wait, whatever the filters; the same question as the menu's. */
export const waitingQuery = () => queryOf(failList, { pageCount: 1 })

/** After a decision, one's own or a colleague's. */
export const invalidateReviews = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: keyOf(failList) })
