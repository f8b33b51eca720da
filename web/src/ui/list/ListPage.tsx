import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { PageHeader } from '../PageHeader'
import { useRowKeys } from '../queue/useRowKeys'
import { useNarrow } from '../useNarrow'
import { LayoutContext, type ListViews, usualLayout } from './layout'
import { ListBehind, ListFoot, useLastPage, withCommas } from './ListFoot'
import { type Reach, ReachLine } from './KeywordReach'
import type { Fields } from './listFields'
import { ListProblem } from './ListProblem'
import { useCards } from './listSpace'
import { useBehind } from './useBehind'
import type { ListState } from './useListFilter'
import type { ShownRows } from './waiting'
import './list.css'

type ListQuery<Row> = UseQueryResult<{ readonly data: readonly Row[]; readonly total: number }>

interface ListPageProps<Row, F extends Fields> {
  title: string
  /** What is counted: 位, 条. */
  unit: string
  list: ListState<F>
  query: ListQuery<Row>
  /** Its views, and the columns that the reader wants (useViewedList of the view room). */
  views?: ListViews
  /** How far its keyword reached (useReach). */
  reach: Reach
  /** Rows as a table, or as cards where it has no room: on a phone, or below the width that its columns need. */
  renderTable: (rows: ShownRows<Row>) => ReactNode
  renderCards: (rows: ShownRows<Row>) => ReactNode
  cardsOn?: 'phone' | 'tablet'
  /** In the place of rows where there are none. */
  empty: ReactNode
  /** What is done with the list, in its head. */
  actions?: ReactNode
  /** Tabs and filters. */
  renderFilters: (again: () => void) => ReactNode
  /** How many rows a number told live says there are: the list is offered anew when it has others. */
  count?: number | undefined
  /** A page can be asked for by its number. */
  jumps?: boolean
  /** In the foot: what is selected, or the keys. */
  foot?: ReactNode
  className?: string
  /** What is open over the list. */
  children?: ReactNode
}

/** The page of a list: head, filters, what went wrong, rows by width, foot; and what is open over it. */
export function ListPage<Row, F extends Fields>(props: ListPageProps<Row, F>) {
  const { title, unit, list, query, cardsOn = 'phone', count, className = '' } = props
  const { data, isError, isPlaceholderData: stale } = query
  const narrow = useNarrow()
  const isTight = useCards()
  const asCards = cardsOn === 'phone' ? narrow : isTight
  // Not under what is open: its row may just have been the page's last.
  const isSettled = data !== undefined && !stale && list.opened === 0
  const lastPage = useLastPage(list, isSettled ? data.total : undefined)
  const isBehind = useBehind(query, count)
  useRowKeys(data !== undefined, data !== undefined && !stale)
  const again = (): void => void query.refetch({ cancelRefetch: false })
  const rows = {
    rows: data?.data,
    count: list.filter.pageCount,
    stale,
    // Another one with each drawing: a table that has rows would be drawn anew for it.
    empty: data?.data.length === 0 ? props.empty : undefined,
  }
  return (
    <section className={`sr-list ${className}`} aria-label={title}>
      <PageHeader
        title={title}
        hint={
          <>
            {narrow && `共 ${data ? withCommas(data.total) : '…'} ${unit} `}
            <span role="status">
              <ReachLine reach={props.reach} unit={unit} />
            </span>
          </>
        }
      >
        {props.views?.tools}
        {props.actions}
      </PageHeader>
      {props.views?.bar}
      {props.renderFilters(again)}
      <ListProblem list={query} again={again} />
      {isBehind && <ListBehind again={again} />}
      {(data || !isError) && (
        <LayoutContext value={props.views?.layout ?? usualLayout}>
          {asCards ? props.renderCards(rows) : props.renderTable(rows)}
        </LayoutContext>
      )}
      {data && data.total > 0 && (
        <ListFoot
          list={list}
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
