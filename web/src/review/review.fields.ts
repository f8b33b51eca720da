import { reviewTab } from '@showroom/contract/review/review.rules'
import type { failList } from '@showroom/contract/review/review.api'
import { momentOrder } from '@showroom/contract/kernel/order'
import { choice, code, days, ids, order, tab } from '../ui/list/filter/fields'
import { type FilterOf, listFields } from '../ui/list/filter/listFields'
import type { StateOf } from '../ui/list/filter/useListFilter'

const isPending = ({ type }: { type: number }): boolean => type === reviewTab.pending

const isNotCounted = (filter: { type: number; counted: number }): boolean =>
  isPending(filter) || filter.counted === 0

/** Filters of the defeat request list. */
export const reviewList = listFields<typeof failList>()(
  {
    type: tab('t', Object.values(reviewTab)),
    fromType: choice('ft', '来源类型', [
      { value: 1, label: '线上' },
      { value: 2, label: '线下' },
    ]),
    saleIds: ids('m', '客户经理'),
    followDate: days('cd', '完成时间', '6d'),
    // Set by a number of a report, which counts agreed requests.
    counted: choice('cm', '统计项', [{ value: 1, label: '战败' }]),
    creditedId: code('km', '当时客户经理', 1e9),
    mainSeries: code('ms', '主意向车系', 1e9),
    fromSources: ids('fs', '客户来源'),
    otherSources: ids('os', '自定义来源'),
    orderType: order('o', momentOrder.newest),
  },
  {
    kept: { in: 'listFilters2', as: 'reviews' },
    idle: { followDate: isPending, counted: isPending, creditedId: isNotCounted },
    send: (filter) => (isPending(filter) ? { followDate: undefined, counted: 0 } : {}),
  },
)
export type ReviewFilter = FilterOf<(typeof reviewList)['fields']>
export type ReviewListState = StateOf<typeof reviewList>

/** Whether filters may hide rows of the tab. */
export const isNarrowed = (filter: ReviewFilter): boolean =>
  filter.keyword !== '' ||
  reviewList.chosen(filter).some((field) => field !== 'followDate') ||
  (!isPending(filter) && filter.followDate !== '')
