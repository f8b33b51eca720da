import { useNavigate, useRouter, useRouterState, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { paths } from '../app/paths'
import {
  type CustomerFilter,
  CustomerListSearch,
  defaultFilter,
  filterOf,
  lastList,
  searchOf,
} from './customer.search'

declare module '@tanstack/history' {
  interface HistoryState {
    /** What the list is searched for. Kept out of the address: it may be a phone number or a name. */
    keyword?: string
  }
}

/** The list's filters: read from the address, changed by going to another one. */
export function useCustomerFilter() {
  const navigate = useNavigate()
  const router = useRouter()
  const raw: unknown = useSearch({ strict: false })
  const asked = useMemo(() => CustomerListSearch.parse(raw), [raw])
  const typed = useTypedKeyword()
  const restored = useRestored(asked, typed)
  const search = restored?.search ?? asked
  const keyword = restored?.keyword ?? typed
  const filter = useMemo(() => filterOf(search), [search])

  const go = useCallback(
    (next: CustomerListSearch, nextKeyword: string): void => {
      // A keyword typed just before a row was clicked must not call the page back.
      if (router.latestLocation.pathname !== paths.customers) return
      void navigate({
        to: paths.customers,
        search: next as never,
        state: { keyword: nextKeyword },
        replace: true,
        resetScroll: false,
      })
    },
    [navigate, router],
  )
  useEffect(() => lastList.remember(searchOf(filter), keyword), [filter, keyword])
  useEffect(() => {
    if (restored) go(restored.search, restored.keyword)
  }, [restored, go])

  return {
    filter,
    keyword,
    creating: search.new === 1,
    /** Any change but one of the page starts again at page 1. */
    change: (part: Partial<CustomerFilter>) => go(searchOf({ ...filter, pageStart: 1, ...part }), keyword),
    searchFor: (next: string) => next !== keyword && go(searchOf({ ...filter, pageStart: 1 }), next),
    reset: () =>
      go(searchOf({ ...defaultFilter(), pageCount: filter.pageCount, orderType: filter.orderType }), ''),
    setCreating: (open: boolean) => go({ ...searchOf(filter), ...(open && { new: 1 }) }, keyword),
  }
}

/**
 * The keyword of this entry of the history. While the next page is on its way the router already names that one: the list keeps
 * its own keyword until it is gone.
 */
function useTypedKeyword(): string {
  const here = useRouterState({
    select: ({ location }) =>
      location.pathname === paths.customers ? (location.state.keyword ?? '') : undefined,
  })
  const [kept, setKept] = useState(here ?? '')
  if (here !== undefined && here !== kept) setKept(here)
  return here ?? kept
}

/**
 * A bare way to the list from a customer's page, such as the menu, leads back to where the list was (document 2, section 2.1).
 * While the list's first render is on its way the router still names the page one comes from.
 */
function useRestored(asked: CustomerListSearch, typed: string) {
  const router = useRouter()
  const [last] = useState(() => {
    const fromCustomer = router.state.resolvedLocation?.pathname.startsWith('/customer/detail/') ?? false
    if (!fromCustomer || !isBare(asked, typed)) return undefined
    const { search, keyword } = lastList
    return isBare(search, keyword) ? undefined : { search, keyword }
  })
  const [used, setUsed] = useState(false)
  if (last && !used && !isBare(asked, typed)) setUsed(true)
  return used ? undefined : last
}

const isBare = (search: CustomerListSearch, keyword: string): boolean =>
  keyword === '' && Object.values(search).every((value) => value === undefined)

export type CustomerFilterState = ReturnType<typeof useCustomerFilter>
