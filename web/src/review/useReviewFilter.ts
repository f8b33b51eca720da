import { paths } from '../frame/paths'
import { useListFilter } from '../ui/list/useListFilter'
import { ReviewListSearch } from './review.address'
import { defaultFilter, filterOf, lastReviews, searchOf } from './review.search'

const options = {
  path: paths.failVerify,
  schema: ReviewListSearch,
  filterOf,
  searchOf,
  last: lastReviews,
  restoredFrom: '/customer/detail/',
}

/** The list's filters. */
export function useReviewFilter() {
  const list = useListFilter(options)
  return {
    ...list,
    /** Everything but the tab, the order and the size of a page. */
    reset: () => {
      const { type, orderType, pageCount } = list.filter
      list.go(searchOf({ ...defaultFilter(), type, orderType, pageCount }), '')
    },
  }
}

export type ReviewFilterState = ReturnType<typeof useReviewFilter>
