import { useNavigate, useRouter, useRouterState, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { LastList } from './lastList'
import type { Page } from './searchFields'

declare module '@tanstack/history' {
  interface HistoryState {
    /** What the list is searched for. Kept out of the address: it may be a phone number or a name. */
    keyword?: string
    /** Opened over the entry before it: closing it goes back there. */
    opened?: boolean
  }
}

interface ListFilterOptions<Search extends object, Filter extends Page> {
  path: string
  schema: { parse(raw: unknown): Search }
  filterOf: (search: Search) => Filter
  searchOf: (filter: Filter) => Search
  last: LastList<Search>
  /** A bare way here from an address that begins so leads back to where the list was. */
  restoredFrom: string
}

/**
 * What a list is filtered by: read from the address, changed by going to another one; the keyword is in the history's state. Both
 * are there again on return from a customer's page (document 2, section 2.4). The options are to be the same ones in each render.
 */
export function useListFilter<Search extends { p?: number | undefined }, Filter extends Page>(
  options: ListFilterOptions<Search, Filter>,
) {
  const { filterOf, searchOf, last } = options
  const { search, keyword, restored, go } = useListAddress(options)
  const filter = useMemo(() => filterOf(search), [filterOf, search])
  useEffect(() => last.remember(searchOf(filter), keyword), [last, searchOf, filter, keyword])
  useEffect(() => {
    if (restored) go(search, keyword)
  }, [restored, search, keyword, go])
  return {
    search,
    filter,
    keyword,
    go,
    /** Any change but one of the page starts again at page 1. */
    change: (part: Partial<Filter>) => go(searchOf({ ...filter, pageStart: 1, ...part }), keyword),
    /** What is open over the list stays so: it may have been opened while one typed. */
    searchFor: (next: string) => next !== keyword && go({ ...search, p: undefined }, next),
  }
}

interface ListAddress<Search extends object> {
  readonly search: Search
  readonly keyword: string
  /** They are those of the last time here, and the address does not say them yet. */
  readonly restored: boolean
  /** Goes to other filters. `push`: back leads here again. */
  go(this: void, next: Search, keyword: string, options?: { push?: boolean }): void
}

/** Where a list is. Filters change in place. */
function useListAddress<Search extends object, Filter extends Page>(
  options: ListFilterOptions<Search, Filter>,
): ListAddress<Search> {
  const { path, schema } = options
  const navigate = useNavigate()
  const router = useRouter()
  const raw: unknown = useSearch({ strict: false })
  const asked = useMemo(() => schema.parse(raw), [schema, raw])
  const typed = useTypedKeyword(path)
  const restored = useRestored(options, asked, typed)

  const go = useCallback(
    (next: Search, keyword: string, { push = false } = {}): void => {
      // A keyword typed just before a row was clicked must not call the page back.
      if (router.latestLocation.pathname !== path) return
      void navigate({
        to: path,
        search: next as never,
        state: { keyword, opened: push || (router.latestLocation.state.opened ?? false) },
        replace: !push,
        resetScroll: false,
      })
    },
    [navigate, router, path],
  )
  return {
    search: restored?.search ?? asked,
    keyword: restored?.keyword ?? typed,
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
  const [kept, setKept] = useState(here ?? '')
  if (here !== undefined && here !== kept) setKept(here)
  return here ?? kept
}

/** While the list's first render is on its way the router still names the page one comes from. */
function useRestored<Search extends object, Filter extends Page>(
  { last, restoredFrom }: ListFilterOptions<Search, Filter>,
  asked: Search,
  typed: string,
) {
  const router = useRouter()
  const [before] = useState(() => {
    const returning = router.state.resolvedLocation?.pathname.startsWith(restoredFrom) ?? false
    if (!returning || !isBare(asked, typed)) return undefined
    const { search, keyword } = last
    return isBare(search, keyword) ? undefined : { search, keyword }
  })
  const [used, setUsed] = useState(false)
  if (before && !used && !isBare(asked, typed)) setUsed(true)
  return used ? undefined : before
}

const isBare = (search: object, keyword: string): boolean =>
  keyword === '' && Object.values(search).every((value) => value === undefined)
