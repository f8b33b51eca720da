import type { CustomerListQuery } from '@showroom/contract/customer/list.schema'
import type { z } from 'zod'
import type { RawJson } from '../platform/http/answer.ts'
import type { Context } from '../platform/http/handler.ts'
import { keepTotals, keepUntilChanged } from '../platform/kept.ts'
import type { Live } from '../platform/live.ts'
import { listCustomers, listFrom, noRows, readBookmarks } from './list.repository.ts'
import type { Bookmarks } from './list.repository.ts'

type Query = z.output<typeof CustomerListQuery>

/** From this row on a page is deep. */
const deepFrom = 1_000

/** A page of the customer list, and how many there are in all. */
export type ListPages = (context: Context, query: Query) => Promise<{ data: RawJson; total: number }>

/**
 * Reads the pages of the list. PostgreSQL counts all rows for the total, and reaches one far down by walking over all before it: both are
 * done once for a question, and the total and where every so many rows begin are kept until the store's customers change
 * (docs/decisions/0019-cached-counts.md). A deep page then is as dear as a first one.
 */
function createListPages(live: Pick<Live, 'watch' | 'isUp'>): ListPages {
  const kept = keepUntilChanged<Bookmarks>(live, 'customer')
  const withTotals = keepTotals<{ total: number }>(live, 'customer', ({ total }) => ({ total }))
  return async ({ db, session: { scope, dealer } }, query) => {
    const { pageStart, pageCount, ...question } = query
    const first = (pageStart - 1) * pageCount
    // What depends on another store or on somebody's keyword is not known to have changed by what this store's pages hear.
    if (query.key !== '' || query.isZk !== 0) return listCustomers(db, scope, dealer.groupId, query)
    const asked = [scope.sees, question]
    if (first < deepFrom)
      return withTotals(scope.dealerId, asked, (known) =>
        listCustomers(db, scope, dealer.groupId, query, known?.total),
      )
    const bookmarks = await kept.get(scope.dealerId, asked, () =>
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

const opened = new WeakMap<object, ListPages>()

/** The pages of the server that hears by this line: one set of marks, whichever room asks. */
export function listPagesOf(live: Pick<Live, 'watch' | 'isUp'>): ListPages {
  const pages = opened.get(live) ?? createListPages(live)
  opened.set(live, pages)
  return pages
}
