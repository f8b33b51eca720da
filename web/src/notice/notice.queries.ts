import * as notice from '@showroom/contract/notice/notice.api'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { callApi } from '../api/client'
import { pagesOf } from '../api/pages'
import { keyOf } from '../api/query'

/** As many as a call returns: equal notices become one row. */
const pageCount = 50

/** The member's own notices, newest first; each page includes the unread total. */
export const noticesQuery = () =>
  pagesOf(
    notice.list,
    (before: number) => ({ before, pageCount }),
    0,
    ({ data, hasMore }) => (hasMore ? data.at(-1)?.id : undefined),
  )

type Which = { ids: readonly number[] } | { upTo: number }

/** Marks notices as read: in the cache at once, then on the server. */
export function useReadNotices() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (which: Which) =>
      callApi(notice.read, 'ids' in which ? { ids: which.ids.join() } : { upTo: which.upTo }, {
        withoutKey: 'same effect',
      }),
    onMutate: (which) => markRead(queries, which),
    onSettled: () => queries.invalidateQueries({ queryKey: keyOf(notice.list) }),
  })
}

async function markRead(queries: QueryClient, which: Which): Promise<void> {
  const { queryKey } = noticesQuery()
  await queries.cancelQueries({ queryKey })
  const isMeant = (id: number): boolean => ('ids' in which ? which.ids.includes(id) : id <= which.upTo)
  queries.setQueryData(queryKey, (pages) => {
    if (!pages) return pages
    const marked = pages.pages
      .flatMap(({ data }) => data)
      .filter(({ id, isRead }) => !isRead && isMeant(id)).length
    return {
      ...pages,
      pages: pages.pages.map((page) => ({
        ...page,
        unread: 'ids' in which ? Math.max(0, page.unread - marked) : 0,
        data: page.data.map((one) => (isMeant(one.id) ? { ...one, isRead: true } : one)),
      })),
    }
  })
}

/** Drops the older pages, so that the list opens with the newest ones. */
export const keepFirstPage = (queries: QueryClient): void => {
  queries.setQueryData(
    noticesQuery().queryKey,
    (pages) => pages && { pages: pages.pages.slice(0, 1), pageParams: pages.pageParams.slice(0, 1) },
  )
}
