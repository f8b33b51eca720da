import { useEffect, useMemo } from 'react'
import { paths } from '../app/paths'
import { useListAddress } from '../ui/list/useListAddress'
import { filterOf, lastReviews, type ReviewFilter, ReviewSearch, searchOf } from './review.search'

const address = {
  path: paths.failVerify,
  schema: ReviewSearch,
  last: lastReviews,
  restoredFrom: '/customer/detail/',
}

/** The list's filters: read from the address, changed by going to another one. The keyword is in the history's state. */
export function useReviewFilter() {
  const { search, keyword, restored, go } = useListAddress(address)
  const filter = useMemo(() => filterOf(search), [search])
  useEffect(() => lastReviews.remember(searchOf(filter), keyword), [filter, keyword])
  useEffect(() => {
    if (restored) go(search, keyword)
  }, [restored, search, keyword, go])
  return {
    filter,
    keyword,
    /** Any change but one of the page starts again at page 1. */
    change: (part: Partial<ReviewFilter>) => go(searchOf({ ...filter, pageStart: 1, ...part }), keyword),
    searchFor: (next: string) => next !== keyword && go(searchOf({ ...filter, pageStart: 1 }), next),
    /** Everything but the tab, the order and the size of a page. */
    reset: () => {
      const { type, orderType, pageCount } = filter
      go(searchOf({ ...filterOf({}), type, orderType, pageCount }), '')
    },
  }
}

export type ReviewFilterState = ReturnType<typeof useReviewFilter>
