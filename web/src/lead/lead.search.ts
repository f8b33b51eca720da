import type { RequestOf } from '@showroom/contract/kernel/call'
import { dayEnd } from '@showroom/contract/kernel/day'
import type { list } from '@showroom/contract/lead/lead.api'
import { leadTab } from '@showroom/contract/lead/lead.rules'
import { z } from 'zod'
import { nowSeconds } from '../ui/day'
import { pageSizes, rangeOf, readIds, readRange } from '../ui/list/dayRange'
import { createLastList } from '../ui/list/lastList'
import { code, shortSearch, word } from '../ui/list/searchFields'

/** The lead page's filters as they stand in the address. The keyword is not among them. */
export const LeadListSearch = z.object({
  /** Tab, as `leadTab`. */
  t: code(6),
  /** Online sources, owners, created in, remote purchase, clue level. */
  ol: word,
  m: word,
  cd: word,
  rm: code(3),
  cl: code(2),
  /** Page, rows a page. */
  p: code(1e6),
  n: code(50),
  /** The lead that is open. */
  clue: code(Number.MAX_SAFE_INTEGER),
})
export type LeadListSearch = z.output<typeof LeadListSearch>

/** The same, as the page works with it. */
export interface LeadFilter {
  tab: number
  onlineSources: number[]
  userIds: number[]
  createdDate: string
  isRemote: number
  clueLevel: number
  pageStart: number
  pageCount: number
}

/** What waits is shown however old it is; what is done only of late (document 2, section 2.6). */
const usualCreated: Readonly<Record<number, string>> = {
  [leadTab.valid]: '29d',
  [leadTab.invalid]: '29d',
  [leadTab.all]: '6d',
}
export const usualCreatedOf = (tab: number): string => usualCreated[tab] ?? ''
/** In the address: every creation date, on a tab that usually shows the last days only. */
const openCreated = 'all'

export function filterOf(search: LeadListSearch): LeadFilter {
  const tab = search.t || leadTab.waiting
  return {
    tab,
    onlineSources: readIds(search.ol),
    userIds: readIds(search.m),
    createdDate: search.cd === undefined ? usualCreatedOf(tab) : readRange(search.cd),
    isRemote: search.rm ?? 0,
    clueLevel: search.cl ?? 0,
    pageStart: Math.max(1, search.p ?? 1),
    pageCount: search.n && pageSizes.includes(search.n) ? search.n : 10,
  }
}

export const searchOf = (filter: LeadFilter): LeadListSearch =>
  shortSearch([
    ['t', filter.tab, leadTab.waiting],
    ['ol', filter.onlineSources.join(','), ''],
    ['m', filter.userIds.join(','), ''],
    ['cd', filter.createdDate || openCreated, usualCreatedOf(filter.tab) || openCreated],
    ['rm', filter.isRemote, 0],
    ['cl', filter.clueLevel, 0],
    ['p', filter.pageStart, 1],
    ['n', filter.pageCount, 10],
  ])

/** Another tab starts at its usual days, unless others were chosen; what else is chosen stays. */
export const onTab = (filter: LeadFilter, tab: number): LeadFilter => ({
  ...filter,
  tab,
  pageStart: 1,
  createdDate: filter.createdDate === usualCreatedOf(filter.tab) ? usualCreatedOf(tab) : filter.createdDate,
})

type Request = Omit<RequestOf<typeof list>, 'dealerId'>

/** What the call is sent. Relative ranges end with the day, so the request is stable within it. */
export const requestOf = (filter: LeadFilter, key: string): Request => ({
  activityType: filter.tab,
  onlineSources: filter.onlineSources.join(','),
  userIds: filter.userIds.join(','),
  createdDate: rangeOf(filter.createdDate, dayEnd(nowSeconds()) - 1),
  isRemote: filter.isRemote,
  clueLevel: filter.clueLevel,
  key,
  pageStart: filter.pageStart,
  pageCount: filter.pageCount,
})

/** Where the list was last, for the ways back to it. */
export const lastLeads = createLastList('lead-list', LeadListSearch)
