import type { RequestOf } from '@showroom/contract/kernel/call'
import { lastDays } from '@showroom/contract/kernel/day'
import type { failList } from '@showroom/contract/review/review.api'
import { reviewTab } from '@showroom/contract/review/list.schema'
import { nowSeconds } from '../ui/day'
import type { DayRange } from '../ui/form/DayPicker'
import { anyDay, rangeOf, rangePresets, rangeText, readRange, shortcutDays } from '../ui/list/dayRange'
import { createLastList } from '../ui/list/lastList'
import { type Page, readIds, readPage, shortSearch } from '../ui/list/searchFields'
import { ReviewListSearch } from './review.address'

/** The filters of the address, as the page works with them. */
export interface ReviewFilter extends Page {
  type: number
  fromType: number
  saleIds: number[]
  /** '' (open), '6d' (relative to today) or 'YYYYMMDD-YYYYMMDD'; on the finished tab only. */
  completedDate: string
  orderType: number
}

const usualDays = 6
const defaultCompleted = `${usualDays}d`

export const filterOf = (search: ReviewListSearch): ReviewFilter => ({
  type: search.t === reviewTab.finished ? reviewTab.finished : reviewTab.pending,
  fromType: search.ft ?? 0,
  saleIds: readIds(search.m),
  completedDate: readRange(search.cd, defaultCompleted),
  orderType: search.o ?? 0,
  ...readPage(search),
})

export const defaultFilter = (): ReviewFilter => filterOf({})

export const searchOf = (filter: ReviewFilter): ReviewListSearch =>
  shortSearch(filter, [
    ['t', filter.type, reviewTab.pending],
    ['ft', filter.fromType, 0],
    ['m', filter.saleIds.join(','), ''],
    ['cd', filter.completedDate || anyDay, defaultCompleted],
    ['o', filter.orderType, 0],
  ])

/** A picked range as the address has it; the usual one stays relative, like the shortcuts. */
export const completedText = (range: DayRange | undefined): string =>
  rangeText(range, nowSeconds(), [usualDays, ...shortcutDays])

export const completedPresets = () => [
  { label: `近${usualDays}天`, value: lastDays(nowSeconds(), usualDays) },
  ...rangePresets(),
]

/** Whether the tab shows less than it could. */
export const isNarrowed = (filter: ReviewFilter, keyword: string): boolean =>
  keyword !== '' ||
  filter.fromType !== 0 ||
  filter.saleIds.length > 0 ||
  (filter.type === reviewTab.finished && filter.completedDate !== '')

/** What the call is sent. Relative ranges become days here. */
export function requestOf(filter: ReviewFilter, key: string): Omit<RequestOf<typeof failList>, 'dealerId'> {
  const { completedDate, saleIds, ...rest } = filter
  const range = filter.type === reviewTab.finished ? rangeOf(completedDate) : undefined
  return { ...rest, saleIds: saleIds.join(','), followDate: range, key }
}

/** Where the list was last: return from a customer's page leads there (document 2, section 2.5). */
export const lastReviews = createLastList('listFilters2', 'reviews', ReviewListSearch)
