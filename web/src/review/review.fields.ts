import { reviewTab } from '@showroom/contract/review/list.schema'
import type { failList } from '@showroom/contract/review/review.api'
import { shortcutDays } from '../ui/list/dayRange'
import { choice, days, ids, order, tab } from '../ui/list/fields'
import { type FilterOf, listFields } from '../ui/list/listFields'
import type { StateOf } from '../ui/list/useListFilter'

const isPending = ({ type }: { type: number }): boolean => type === reviewTab.pending

/** The list of defeat requests: what it is filtered by. */
export const reviewList = listFields<typeof failList>()(
  {
    type: tab('t', Object.values(reviewTab)),
    fromType: choice('ft', '来源类型', [
      { value: 1, label: '线上' },
      { value: 2, label: '线下' },
    ]),
    saleIds: ids('m', '客户经理'),
    followDate: days('cd', '完成时间', '6d', { shortcuts: [6, ...shortcutDays] }),
    orderType: order('o', 1),
  },
  {
    kept: { in: 'listFilters2', as: 'reviews' },
    idle: { followDate: isPending },
    send: (filter) => (isPending(filter) ? { followDate: undefined } : {}),
  },
)
export type ReviewFilter = FilterOf<(typeof reviewList)['fields']>
export type ReviewListState = StateOf<typeof reviewList>

/** Whether the tab shows less than it could. */
export const isNarrowed = (filter: ReviewFilter): boolean =>
  filter.keyword !== '' ||
  filter.fromType !== 0 ||
  filter.saleIds.length > 0 ||
  (!isPending(filter) && filter.followDate !== '')
