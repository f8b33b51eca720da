import { useEffect, useState } from 'react'
import { lastPageOf } from '../list/ListFoot'
import type { ListState } from '../list/filter/useListFilter'
import { useFirstPage } from '../list/useListQuery'
import { rowsAhead } from './ahead'
import type { PageInSight, QueueOrder } from './order'

interface LiveOptions<Row> {
  list: Pick<ListState, 'opened' | 'open' | 'filter'>
  page: PageInSight<Row>
  idOf: (row: Row) => number
  /** Reads a page of the list in its current state. */
  read: (pageStart: number) => Promise<readonly Row[]>
  /** Whether the queue stops at the row. */
  asks: (row: Row) => boolean
}

/** Follows the list's current order, including rows added meanwhile. Stepping past the end of a page changes the list's page. */
export function useLiveOrder<Row>({ list, page, idOf, read, asks }: LiveOptions<Row>): QueueOrder<Row> {
  const { opened, open } = list
  const { pageStart, pageCount } = list.filter
  const lastPage = lastPageOf(list.filter, page.total)
  const first = useFirstPage(list.filter)
  const rows = page.rows ?? []
  const ids = rows.map(idOf)
  const here = ids.indexOf(opened)
  const around = useAround(opened, here, ids)

  const toPage = async (to: number, pick: 0 | -1): Promise<void> => {
    const row = (await read(to).catch(() => [])).at(pick)
    if (row !== undefined) open(idOf(row), { pageStart: to })
  }
  const step = (id: number | undefined, to: number, pick: 0 | -1): (() => void) | undefined => {
    if (id !== undefined) return () => open(id)
    return here >= 0 && to >= 1 && to <= lastPage ? () => void toPage(to, pick) : undefined
  }
  return {
    row: rows[here],
    place: here < 0 ? undefined : { at: (first - 1) * pageCount + here + 1, total: page.total ?? 0 },
    previous: step(around.before, first - 1, -1),
    next: step(around.after, pageStart + 1, 0),
    async *ahead() {
      const pageOfRow = first + Math.floor(around.at / pageCount)
      const place = { ...around, at: around.at % pageCount, id: opened, page: pageOfRow, lastPage }
      // The pages in sight stay there.
      for await (const row of rowsAhead(place, { read, idOf, asks }))
        yield { ...row, pageStart: Math.max(row.pageStart, pageStart) }
    },
    isLast: false,
  }
}

/** The neighbours of the open row, also after it has left the list. */
function useAround(opened: number, here: number, ids: readonly number[]) {
  const now = here < 0 ? undefined : { opened, at: here, before: ids[here - 1], after: ids[here + 1] }
  const [lastSeen, setLastSeen] = useState(now)
  useEffect(() => {
    if (now) setLastSeen(now)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the four say all of it
  }, [now?.opened, now?.at, now?.before, now?.after])
  return now ?? (lastSeen?.opened === opened ? lastSeen : { at: 0, before: undefined, after: ids[0] })
}
