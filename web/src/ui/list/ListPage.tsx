import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue } from 'react'
import { PageHeader } from '../PageHeader'
import { useRowKeys } from '../queue/useRowKeys'
import { useNarrow } from '../useNarrow'
import { LayoutContext, type ListViews, usualLayout, ViewBarContext } from './layout'
import { ListBehind, ListFoot, type Paging, useLastPage } from './ListFoot'
import { type Reach, ReachLine } from './filter/KeywordReach'
import type { Fields } from './filter/listFields'
import { RangeLine } from './filter/RangeLine'
import { ListProblem } from './ListProblem'
import { useCards } from './listSpace'
import { useBehind } from './useBehind'
import type { ListState } from './filter/useListFilter'
import { MoreRows } from './MoreRows'
import type { ShownRows } from './table/waiting'
import './list.css'

type ListQuery<Row> = UseQueryResult<{ readonly data: readonly Row[]; readonly total: number }>

interface ListPageProps<Row, F extends Fields> {
  title: string
  /** As in `PageHeader`. */
  tabs?: ReactNode
  /** The counted unit: 位, 条. */
  unit: string
  list: ListState<F>
  query: ListQuery<Row>
  /** The list's views, and the columns the member wants (useViewedList of the view room). */
  views?: ListViews
  /** The reach of the keyword search (useReach). */
  reach: Reach
  /** The rows as a table, or as cards where a table has no room: on a phone, or below the width its columns need. */
  renderTable: (rows: ShownRows<Row>) => ReactNode
  renderCards: (rows: ShownRows<Row>) => ReactNode
  cardsOn?: 'phone' | 'tablet'
  /** Shown if there are no rows. */
  empty: ReactNode
  /** Actions of the list, in its header. */
  actions?: ReactNode
  /** Tabs and filters. */
  renderFilters: (again: () => void) => ReactNode
  /** The live row count, if there is one: the list offers a refresh when it differs from its own total. */
  count?: number | undefined
  /** Whether the user can enter a page number. */
  jumps?: boolean
  /** In the footer: the selection, or the keys. */
  foot?: ReactNode
  className?: string
  /** Dialogs and drawers over the list. */
  children?: ReactNode
}

/** A list page: header, filters, errors, rows as a table or as cards, footer, and the dialogs over it. */
export function ListPage<Row, F extends Fields>(props: ListPageProps<Row, F>) {
  const { title, unit, list, query, cardsOn = 'phone', count, className = '' } = props
  const paging: Paging = list
  const { data, isError, isPlaceholderData: stale } = query
  const narrow = useNarrow()
  const isTight = useCards()
  const asCards = cardsOn === 'phone' ? narrow : isTight
  // Not while a row is open over the list: that row may just have been the last of its page.
  const isSettled = data !== undefined && !stale && list.opened === 0
  const lastPage = useLastPage(paging, isSettled ? data.total : undefined)
  const isBehind = useBehind(query, count)
  useRowKeys(data !== undefined, data !== undefined && !stale)
  const again = (): void => void query.refetch({ cancelRefetch: false })
  // Cards come in slices: twenty at once would hold a telephone for half a second.
  const cards = useDeferredValue(asCards ? data?.data : undefined)
  const rows = {
    rows: asCards ? cards : data?.data,
    count: list.filter.pageCount,
    stale,
    // A new element on each render, so it is passed only if there are no rows: it would make a table with rows render again.
    empty: data?.data.length === 0 ? props.empty : undefined,
  }
  return (
    <section className={`sr-list ${className}`} aria-label={title}>
      <PageHeader
        title={title}
        tabs={props.tabs}
        hint={
          <>
            <RangeLine list={list} total={data?.total} unit={unit} always={narrow} />
            <span role="status">
              <ReachLine reach={props.reach} unit={unit} />
            </span>
          </>
        }
      >
        {props.views?.tools}
        {props.actions}
      </PageHeader>
      {!narrow && props.views?.bar}
      <ViewBarContext value={narrow ? props.views?.bar : undefined}>
        {props.renderFilters(again)}
      </ViewBarContext>
      <ListProblem list={query} again={again} />
      {isBehind && <ListBehind again={again} />}
      {(data || !isError) && (
        <LayoutContext value={props.views?.layout ?? usualLayout}>
          {asCards ? props.renderCards(rows) : props.renderTable(rows)}
        </LayoutContext>
      )}
      {narrow && data && data.total > paging.filter.pageCount && (
        <MoreRows
          count={Math.min(paging.filter.pageStart * paging.filter.pageCount, data.total)}
          total={data.total}
          unit={unit}
          isLoading={query.isFetching || cards !== data.data}
          isFailed={isError}
          onMore={isError ? again : () => paging.change({ pageStart: paging.filter.pageStart + 1 })}
        />
      )}
      {data && data.total > 0 && (
        <ListFoot
          list={paging}
          total={data.total}
          lastPage={lastPage}
          narrow={narrow}
          unit={unit}
          jumps={props.jumps ?? false}
        >
          {props.foot}
        </ListFoot>
      )}
      {props.children}
    </section>
  )
}
