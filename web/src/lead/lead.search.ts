import type { RequestOf } from '@showroom/contract/kernel/call'
import type { list } from '@showroom/contract/lead/lead.api'
import { leadTab } from '@showroom/contract/lead/lead.rules'
import { anyDay, rangeOf, readRange } from '../ui/list/dayRange'
import { createLastList } from '../ui/list/lastList'
import { type Page, readIds, readPage, shortSearch } from '../ui/list/searchFields'
import { LeadListSearch } from './lead.address'

/** The filters of the address, as the page works with them. */
export interface LeadFilter extends Page {
  tab: number
  onlineSources: number[]
  userIds: number[]
  createdDate: string
  isRemote: number
  clueLevel: number
  /** 1: only what waits for cleaning longer than allowed. */
  isOverdue: number
  /** 0 newest first, 1 oldest first. */
  orderType: number
}

/** What waits is shown however old it is; what is done only of late (document 2, section 2.6). */
const usualCreated: Readonly<Record<number, string>> = {
  [leadTab.valid]: '29d',
  [leadTab.invalid]: '29d',
  [leadTab.all]: '6d',
}
export const usualCreatedOf = (tab: number): string => usualCreated[tab] ?? ''

export function filterOf(search: LeadListSearch): LeadFilter {
  const tab = search.t || leadTab.waiting
  return {
    tab,
    onlineSources: readIds(search.ol),
    userIds: readIds(search.m),
    createdDate: readRange(search.cd, usualCreatedOf(tab)),
    isRemote: search.rm ?? 0,
    clueLevel: search.cl ?? 0,
    isOverdue: tab === leadTab.waiting ? (search.lt ?? 0) : 0,
    orderType: search.o ?? 0,
    ...readPage(search),
  }
}

export const searchOf = (filter: LeadFilter): LeadListSearch =>
  shortSearch(filter, [
    ['t', filter.tab, leadTab.waiting],
    ['ol', filter.onlineSources.join(','), ''],
    ['m', filter.userIds.join(','), ''],
    ['cd', filter.createdDate || anyDay, usualCreatedOf(filter.tab) || anyDay],
    ['rm', filter.isRemote, 0],
    ['cl', filter.clueLevel, 0],
    ['lt', filter.isOverdue, 0],
    ['o', filter.orderType, 0],
  ])

/** Another tab starts at its usual days, unless others were chosen; what else is chosen stays. */
export const onTab = (filter: LeadFilter, tab: number): LeadFilter => ({
  ...filter,
  tab,
  pageStart: 1,
  isOverdue: tab === leadTab.waiting ? filter.isOverdue : 0,
  createdDate: filter.createdDate === usualCreatedOf(filter.tab) ? usualCreatedOf(tab) : filter.createdDate,
})

type Request = Omit<RequestOf<typeof list>, 'dealerId'>

/** What the call is sent. Relative ranges become days here. */
export const requestOf = (filter: LeadFilter, key: string): Request => ({
  activityType: filter.tab,
  onlineSources: filter.onlineSources.join(','),
  userIds: filter.userIds.join(','),
  createdDate: rangeOf(filter.createdDate),
  isRemote: filter.isRemote,
  clueLevel: filter.clueLevel,
  isOverdue: filter.isOverdue,
  orderType: filter.orderType,
  key,
  pageStart: filter.pageStart,
  pageCount: filter.pageCount,
})

/** Where the list was last, for the ways back to it (document 2, section 2.6). */
export const lastLeads = createLastList('listFilters', 'leads', LeadListSearch)
