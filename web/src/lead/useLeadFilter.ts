import { useCallback } from 'react'
import { paths } from '../frame/paths'
import { useListFilter } from '../ui/list/useListFilter'
import { LeadListSearch } from './lead.address'
import { filterOf, lastLeads, type LeadFilter, onTab, searchOf } from './lead.search'

const options = {
  path: paths.clueClear,
  schema: LeadListSearch,
  filterOf,
  searchOf,
  last: lastLeads,
  restoredFrom: '/customer/detail/',
}

/** The page's filters and the lead that is open. */
export function useLeadFilter() {
  const { search, ...list } = useListFilter(options)
  const { filter, keyword, go } = list
  const show = useCallback(
    (next: LeadFilter, clue: number, how?: { push?: boolean }): void =>
      go({ ...searchOf(next), ...(clue > 0 && { clue }) }, keyword, how),
    [go, keyword],
  )
  return {
    ...list,
    /** The lead that is open; 0 for none. */
    clue: search.clue ?? 0,
    toTab: (tab: number) => go(searchOf(onTab(filter, tab)), keyword),
    reset: () => {
      const { tab, orderType, pageCount } = filter
      go(searchOf({ ...filterOf({ t: tab }), orderType, pageCount }), '')
    },
    show,
  }
}

export type LeadFilterState = ReturnType<typeof useLeadFilter>
