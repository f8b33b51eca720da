import { useCallback, useEffect, useMemo } from 'react'
import { paths } from '../app/paths'
import { useListAddress } from '../ui/list/useListAddress'
import { filterOf, lastLeads, type LeadFilter, LeadListSearch, onTab, searchOf } from './lead.search'

const address = {
  path: paths.clueClear,
  schema: LeadListSearch,
  last: lastLeads,
  restoredFrom: '/customer/detail/',
}

/** The page's filters and the lead that is open: read from the address, changed by going to another one. */
export function useLeadFilter() {
  const { search, keyword, restored, go } = useListAddress(address)
  const filter = useMemo(() => filterOf(search), [search])
  useEffect(() => lastLeads.remember(searchOf(filter), keyword), [filter, keyword])
  useEffect(() => {
    if (restored) go(search, keyword)
  }, [restored, search, keyword, go])
  const clue = search.clue ?? 0
  const show = useCallback(
    (next: LeadFilter, nextClue: number, options?: { push?: boolean }): void =>
      go({ ...searchOf(next), ...(nextClue > 0 && { clue: nextClue }) }, keyword, options),
    [go, keyword],
  )
  return {
    filter,
    keyword,
    clue,
    /** Any change but one of the page starts again at page 1. */
    change: (part: Partial<LeadFilter>) => go(searchOf({ ...filter, pageStart: 1, ...part }), keyword),
    toTab: (tab: number) => go(searchOf(onTab(filter, tab)), keyword),
    searchFor: (next: string) => next !== keyword && go(searchOf({ ...filter, pageStart: 1 }), next),
    reset: () => go(searchOf({ ...filterOf({ t: filter.tab }), pageCount: filter.pageCount }), ''),
    show,
  }
}

export type LeadFilterState = ReturnType<typeof useLeadFilter>
