import { useNavigate, useRouter, useRouterState, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Fields, FilterOf, ListSearch, ListTable } from './listFields'

declare module '@tanstack/history' {
  interface HistoryState {
    /** What the list is searched for. Kept out of the address: it may be a phone number or a name. */
    keyword?: string
    /** Opened over the entry before it: closing it goes back there. */
    opened?: boolean
  }
}

/** A list as its page works with it. */
export interface ListState<F extends Fields = Fields> {
  readonly table: ListTable<F, unknown>
  readonly filter: FilterOf<F>
  readonly keyword: string
  /** What is open over the list: a row's id, or 1; 0 for nothing. */
  readonly opened: number
  /** Changes filters, and what is usual beside them; on page 1 unless a page is named. */
  readonly change: (part: Partial<FilterOf<F>>) => void
  /** What is open over the list stays so: it may have been opened while one typed. */
  readonly searchFor: (keyword: string) => void
  /** Takes the filters away; the keyword and what one looks at stay. */
  readonly clear: () => void
  /** Takes the keyword away as well. */
  readonly reset: () => void
  /** Opens a row over the list, or nothing by 0. `push`: back leads to the list again. */
  readonly open: (id: number, how?: { push?: boolean; pageStart?: number }) => void
  /** The address of the list with that row open over it. */
  readonly addressOf: (id: number, pageStart?: number) => ListSearch
  /** Goes to other filters as a whole, without a keyword. */
  readonly goTo: (search: ListSearch) => void
}

/** The state of that list. */
export type StateOf<Table> = Table extends ListTable<infer F, infer _Body> ? ListState<F> : never

export interface Place {
  path: string
  /** A bare way here from an address that begins so, or so, leads back to where the list was. */
  restoredFrom: string | readonly string[]
  /** Rows a page, where the address does not say; 0 as usual. */
  pageCount?: number
  /** Where a bare way here leads otherwise. */
  opensWith?: ListSearch | undefined
}

/**
 * What a list is filtered by: read from the address, changed by going to another one; the keyword is in the history's state. Both
 * are there again on return from where its rows lead to.
 */
export function useListFilter<F extends Fields, Body>(table: ListTable<F, Body>, place: Place): ListState<F> {
  const { filterOf, searchOf, changed, cleared, last, opens } = table
  const { search, keyword, restored, underWay, go } = useListAddress(table, place)
  const { pageCount = 0 } = place
  const filter = useMemo(
    () => filterOf(pageCount > 0 ? { n: pageCount, ...defined(search) } : search, keyword),
    [filterOf, search, keyword, pageCount],
  )
  useEffect(() => last.remember(searchOf(filter), keyword), [last, searchOf, filter, keyword])
  useEffect(() => {
    if (restored) go(search, keyword)
  }, [restored, search, keyword, go])
  const addressOf = useCallback(
    (id: number, pageStart = filter.pageStart): ListSearch => ({
      ...searchOf({ ...filter, pageStart }),
      ...(opens && id > 0 && { [opens]: id }),
    }),
    [searchOf, filter, opens],
  )
  const open = useCallback<ListState['open']>(
    (id, { pageStart, ...how } = {}) => go(addressOf(id, pageStart), keyword, how),
    [go, addressOf, keyword],
  )
  return useMemo(
    () => ({
      table,
      filter,
      keyword,
      opened: opens ? Number(search[opens] ?? 0) : 0,
      change: (part) => go(searchOf(changed(filter, part)), keyword),
      searchFor: (next) => next !== keyword && go({ ...underWay(), p: undefined }, next),
      clear: () => go(searchOf(cleared(filter)), keyword),
      reset: () => go(searchOf(cleared({ ...filter, keyword: '' })), ''),
      open,
      addressOf,
      goTo: (next) => go(next, ''),
    }),
    [table, filter, keyword, search, opens, searchOf, changed, cleared, underWay, go, open, addressOf],
  )
}

interface ListAddress {
  readonly search: ListSearch
  readonly keyword: string
  /** They are those of the last time here, and the address does not say them yet. */
  readonly restored: boolean
  /** The address that one is on the way to: a row may have been opened a moment ago, and is not drawn yet. */
  underWay(this: void): ListSearch
  /** Goes to other filters. `push`: back leads here again. */
  go(this: void, next: ListSearch, keyword: string, options?: { push?: boolean }): void
}

type Addressed = Pick<ListTable, 'Search' | 'last'>

/** Where a list is. Filters change in place. */
function useListAddress({ Search, last }: Addressed, { path, restoredFrom, opensWith }: Place): ListAddress {
  const navigate = useNavigate()
  const router = useRouter()
  const raw: unknown = useSearch({ strict: false })
  const asked = useMemo(() => Search.parse(raw), [Search, raw])
  const typed = useTypedKeyword(path)
  const restored = useRestored(last, { restoredFrom, opensWith }, asked, typed)

  const go = useCallback(
    (next: ListSearch, keyword: string, { push = false } = {}): void => {
      // A keyword typed just before a row was clicked must not call the page back.
      if (router.latestLocation.pathname !== path) return
      void navigate({
        to: path,
        search: next,
        state: { keyword, opened: push || (router.latestLocation.state.opened ?? false) },
        replace: !push,
        resetScroll: false,
      })
    },
    [navigate, router, path],
  )
  const underWay = useCallback(
    (): ListSearch => restored?.search ?? Search.parse(router.latestLocation.search),
    [restored, Search, router],
  )
  return {
    search: restored?.search ?? asked,
    keyword: restored?.keyword ?? typed,
    underWay,
    restored: restored !== undefined,
    go,
  }
}

/**
 * The keyword of this entry of the history. While the next page is on its way the router already names that one: the list keeps
 * its own keyword until it is gone.
 */
function useTypedKeyword(path: string): string {
  const here = useRouterState({
    select: ({ location }) => (location.pathname === path ? (location.state.keyword ?? '') : undefined),
  })
  const [lastTyped, setLastTyped] = useState(here ?? '')
  if (here !== undefined && here !== lastTyped) setLastTyped(here)
  return here ?? lastTyped
}

/** While the list's first render is on its way the router still names the page one comes from. */
function useRestored(
  last: Addressed['last'],
  { restoredFrom, opensWith = {} }: Pick<Place, 'restoredFrom' | 'opensWith'>,
  asked: ListSearch,
  typed: string,
) {
  const router = useRouter()
  const [before] = useState(() => {
    const from = router.state.resolvedLocation?.pathname ?? ''
    const returning = [restoredFrom].flat().some((path) => from.startsWith(path))
    if (!isBare(asked, typed)) return undefined
    const { search, keyword } = returning ? last : { search: opensWith, keyword: '' }
    return isBare(search, keyword) ? undefined : { search, keyword }
  })
  const [used, setUsed] = useState(false)
  if (before && !used && !isBare(asked, typed)) setUsed(true)
  return used ? undefined : before
}

const defined = (search: ListSearch): ListSearch =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))

const isBare = (search: object, keyword: string): boolean =>
  keyword === '' && Object.values(search).every((value) => value === undefined)
