import type { RequestOf } from '@showroom/contract/kernel/call'
import { dayEnd, lastDays } from '@showroom/contract/kernel/day'
import type { failList } from '@showroom/contract/review/review.api'
import { reviewTab } from '@showroom/contract/review/list.schema'
import { z } from 'zod'
import { nowSeconds } from '../ui/day'
import type { DayRange } from '../ui/form/DayPicker'
import { pageSizes, rangeOf, rangePresets, rangeText, readIds, readRange } from '../ui/list/dayRange'
import { createLastList } from '../ui/list/lastList'
import { code, shortSearch, word } from '../ui/list/searchFields'

/** The review list's filters as they stand in the address, like those of the customer list. The keyword is not among them. */
export const ReviewSearch = z.object({
  /** Tab. */
  t: code(2),
  /** Lead source, members. */
  ft: code(2),
  m: word,
  /** Decided in. */
  cd: word,
  /** Sort, page, rows a page. */
  o: code(1),
  p: code(1e6),
  n: code(50),
})
export type ReviewSearch = z.output<typeof ReviewSearch>

/** The same, as the page works with it. */
export interface ReviewFilter {
  type: number
  fromType: number
  saleIds: number[]
  /** '' (open), '6d' (relative to today) or 'YYYYMMDD-YYYYMMDD'; on the finished tab only. */
  completedDate: string
  orderType: number
  pageStart: number
  pageCount: number
}

const defaultCompleted = '6d'
/** In the address: decided at any time, where absent means the default. */
const openCompleted = 'all'

export const filterOf = (search: ReviewSearch): ReviewFilter => ({
  type: search.t === reviewTab.finished ? reviewTab.finished : reviewTab.pending,
  fromType: search.ft ?? 0,
  saleIds: readIds(search.m),
  completedDate: search.cd === undefined ? defaultCompleted : readRange(search.cd),
  orderType: search.o ?? 0,
  pageStart: Math.max(1, search.p ?? 1),
  pageCount: search.n && pageSizes.includes(search.n) ? search.n : 10,
})

export const defaultFilter = (): ReviewFilter => filterOf({})

export const searchOf = (filter: ReviewFilter): ReviewSearch =>
  shortSearch([
    ['t', filter.type, reviewTab.pending],
    ['ft', filter.fromType, 0],
    ['m', filter.saleIds.join(','), ''],
    ['cd', filter.completedDate || openCompleted, defaultCompleted],
    ['o', filter.orderType, 0],
    ['p', filter.pageStart, 1],
    ['n', filter.pageCount, 10],
  ])

const usualDays = () => lastDays(nowSeconds(), 6)

/** A picked range as the address has it; the usual one stays relative. */
export function completedText(range: DayRange | undefined): string {
  const { start, end } = usualDays()
  return range?.start === start && range.end === end ? defaultCompleted : rangeText(range)
}

export const completedPresets = () => [{ label: '近6天', value: usualDays() }, ...rangePresets()]

/** Whether the tab shows less than it could. */
export const isNarrowed = (filter: ReviewFilter, keyword: string): boolean =>
  keyword !== '' ||
  filter.fromType !== 0 ||
  filter.saleIds.length > 0 ||
  (filter.type === reviewTab.finished && filter.completedDate !== '')

/** What the call is sent. Relative ranges become days here; they end with the day, so the request is stable within it. */
export function listRequest(filter: ReviewFilter, key: string): Omit<RequestOf<typeof failList>, 'dealerId'> {
  const { completedDate, saleIds, ...rest } = filter
  const range =
    filter.type === reviewTab.finished ? rangeOf(completedDate, dayEnd(nowSeconds()) - 1) : undefined
  return { ...rest, saleIds: saleIds.join(','), followDate: range, key }
}

/** Where the list was last: return from a customer's page leads there (document 2, section 2.5). */
export const lastReviews = createLastList('review-list', ReviewSearch)
