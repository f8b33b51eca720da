import type { CustomerListQuery } from '@showroom/contract/customer/list.schema'
import type { z } from 'zod'
import type { RawJson } from '../../platform/http/answer.ts'
import type { Context } from '../../platform/http/handler.ts'
import { keepTotals, cacheUntilChanged } from '../../platform/live/kept.ts'
import type { Live } from '../../platform/live/live.ts'
import { listCustomers, listFrom, noRows, readBookmarks } from './list.repository.ts'
import type { Bookmarks } from './list.repository.ts'

type Query = z.output<typeof CustomerListQuery>

/** A page is deep from this row on. */
const deepFrom = 1_000

/** Reads a page of the customer list with the total of all pages. */
export type ListPages = (context: Context, query: Query) => Promise<{ data: RawJson; total: number }>

/**
 * Creates the reader of list pages. PostgreSQL counts all rows for the total, and walks over all rows before a deep page. Both are done
 * once per query: the total and the position of every so many rows are cached until the store's customers change
 * (docs/decisions/0019-cached-counts.md), so that a deep page costs as much as the first.
 */
function createListPages(live: Pick<Live, 'watch' | 'isUp'>): ListPages {
  const cached = cacheUntilChanged<Bookmarks>(live, 'customer')
  const withTotals = keepTotals<{ total: number }>(live, 'customer', ({ total }) => ({ total }))
  return async ({ db, session: { scope, dealer } }, query) => {
    const { pageStart, pageCount, ...question } = query
    const first = (pageStart - 1) * pageCount
    // Not cached: this store's events do not cover changes of other stores (`isZk`), nor of everything that a keyword can match.
    if (query.key !== '' || query.isZk !== 0) return listCustomers(db, scope, dealer.groupId, query)
    const cacheKey = [scope.sees, question]
    if (first < deepFrom)
      return withTotals(scope.dealerId, cacheKey, (known) =>
        listCustomers(db, scope, dealer.groupId, query, known?.total),
      )
    const bookmarks = await cached.get(scope.dealerId, cacheKey, () =>
      readBookmarks(db, scope, dealer.groupId, query),
    )
    const { total, every, marks } = bookmarks
    const mark = marks[Math.floor(first / every)]
    const data =
      mark && first < total
        ? await listFrom(db, scope, dealer.groupId, query, { mark, skip: first % every })
        : noRows
    return { data, total }
  }
}

// source-disable-next-line moduleState -- a cache that its `Live` empties
const opened = new WeakMap<object, ListPages>()

/** Returns the list pages that belong to a `Live`, so that all rooms share one cache. */
export function listPagesOf(live: Pick<Live, 'watch' | 'isUp'>): ListPages {
  const pages = opened.get(live) ?? createListPages(live)
  opened.set(live, pages)
  return pages
}
