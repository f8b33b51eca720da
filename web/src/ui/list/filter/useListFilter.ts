import { useNavigate, useRouter, useRouterState, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useNarrow } from '../../useNarrow'
import type { Fields, FilterOf, ListTable } from './listFields'
import type { ListSearch } from './listSearch'

declare module '@tanstack/history' {
  interface HistoryState {
    /** The keyword of a list. Kept out of the address, because it may be a phone number or a name. */
    keyword?: string
    /** Opened on top of the previous history entry: closing goes back to it. */
    opened?: boolean
  }
}

/** The cards that a phone loads at once, whatever the member chose for tables. */
const cardsAtOnce = 20

/** A list's state and actions, as its page uses them. */
export interface ListState<F extends Fields = Fields> {
  readonly table: ListTable<F, unknown>
  readonly filter: FilterOf<F>
  readonly keyword: string
  /** Id of the row that is open over the list, 1 for a dialog without a row, 0 for neither. */
  readonly opened: number
  /** Changes filters and the defaults that depend on them; goes to page 1 unless a page is given. */
  readonly change: (part: Partial<FilterOf<F>>) => void
  /** Searches for a keyword. A row open over the list stays open, because it may have been opened while the user typed. */
  readonly searchFor: (keyword: string) => void
  /** Clears the filters; keyword and tabs stay. */
  readonly clear: () => void
  /** Clears the filters and the keyword. */
  readonly reset: () => void
  /** Opens a row over the list; 0 closes it. `push` adds a history entry, so that back leads to the list. */
  readonly open: (id: number, how?: { push?: boolean; pageStart?: number }) => void
  /** The address of the list with this row open over it. */
  readonly addressOf: (id: number, pageStart?: number) => ListSearch
  /** Replaces all filters, without a keyword. */
  readonly goTo: (search: ListSearch) => void
}

/** The state type of a list table. */
export type StateOf<Table> = Table extends ListTable<infer F, infer _Body> ? ListState<F> : never

export interface Place {
  path: string
  /** Coming from a path with one of these prefixes to the list's bare address restores the list's last state. */
  restoredFrom: string | readonly string[]
  /** Rows per page if the address has none; 0 for the default. */
  pageCount?: number
  /** The search for the bare address when coming from elsewhere. */
  opensWith?: ListSearch | undefined
}

/**
 * Filter state of a list. The filter is in the address and the keyword in the history state, so both are restored when
 * the user comes back from a page its rows link to.
 */
export function useListFilter<F extends Fields, Body>(table: ListTable<F, Body>, place: Place): ListState<F> {
  const { filterOf, searchOf, changed, cleared, last, opens } = table
  const { search, keyword, restored, underWay, go } = useListAddress(table, place)
  const { pageCount = 0 } = place
  const narrow = useNarrow()
  const filter = useMemo(
    () =>
      filterOf(
        { ...(pageCount > 0 && { n: pageCount }), ...defined(search), ...(narrow && { n: cardsAtOnce }) },
        keyword,
      ),
    [filterOf, search, keyword, pageCount, narrow],
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
  /** The search is the restored one, and the address does not contain it yet. */
  readonly restored: boolean
  /** The address being navigated to: a row may have been opened a moment ago and not rendered yet. */
  underWay(this: void): ListSearch
  /** Goes to other filters. `push` adds a history entry. */
  go(this: void, next: ListSearch, keyword: string, options?: { push?: boolean }): void
}

type Addressed = Pick<ListTable, 'Search' | 'last'>

/** The address of a list. Filter changes replace the history entry. */
function useListAddress({ Search, last }: Addressed, { path, restoredFrom, opensWith }: Place): ListAddress {
  const navigate = useNavigate()
  const router = useRouter()
  const raw: object = useSearch({ strict: false })
  // The bare address needs no schema: a tenth of the time that a phone's list needs.
  const search = useMemo(() => (isBare(raw, '') ? {} : Search.parse(raw)), [Search, raw])
  const typed = useTypedKeyword(path)
  const restored = useRestored(last, { restoredFrom, opensWith }, search, typed)

  const go = useCallback(
    (next: ListSearch, keyword: string, { push = false } = {}): void => {
      // A keyword typed just before a click on a row must not navigate back to the list.
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
    search: restored?.search ?? search,
    keyword: restored?.keyword ?? typed,
    underWay,
    restored: restored !== undefined,
    go,
  }
}

/**
 * The keyword of the current history entry. During navigation to another page the router already has that page's
 * location, so the list keeps its own keyword until it unmounts.
 */
function useTypedKeyword(path: string): string {
  const here = useRouterState({
    select: ({ location }) => (location.pathname === path ? (location.state.keyword ?? '') : undefined),
  })
  const [lastTyped, setLastTyped] = useState(here ?? '')
  if (here !== undefined && here !== lastTyped) setLastTyped(here)
  return here ?? lastTyped
}

/** Returns the search to restore, if any. During the list's first render the router still has the location of the previous page. */
function useRestored(
  last: Addressed['last'],
  { restoredFrom, opensWith = {} }: Pick<Place, 'restoredFrom' | 'opensWith'>,
  requestedSearch: ListSearch,
  typed: string,
) {
  const router = useRouter()
  const [before] = useState(() => {
    const from = router.state.resolvedLocation?.pathname ?? ''
    const returning = [restoredFrom].flat().some((path) => from.startsWith(path))
    if (!isBare(requestedSearch, typed)) return undefined
    const { search, keyword } = returning ? last : { search: opensWith, keyword: '' }
    return isBare(search, keyword) ? undefined : { search, keyword }
  })
  const [used, setUsed] = useState(false)
  if (before && !used && !isBare(requestedSearch, typed)) setUsed(true)
  return used ? undefined : before
}

const defined = (search: ListSearch): ListSearch =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))

const isBare = (search: object, keyword: string): boolean =>
  keyword === '' && Object.values(search).every((value) => value === undefined)
