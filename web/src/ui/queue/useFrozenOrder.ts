import { useEffect, useState } from 'react'
import type { ListState } from '../list/filter/useListFilter'
import { useFirstPage } from '../list/useListQuery'
import type { Ahead, PageInSight, QueueOrder } from './order'
import type { Outcomes } from './useWorkQueue'

/** The list as of when the queue was opened: finished rows leave the list, but the queue keeps its order. */
interface Snapshot<Row> {
  readonly rows: readonly Row[]
  /** The number of rows in the list before the first of `rows`. */
  readonly offset: number
  readonly total: number
}

type ReadRows<Row> = (page: { pageStart: number; pageCount: number }) => Promise<readonly Row[]>

interface FrozenOptions<Row> {
  list: Pick<ListState, 'opened' | 'open' | 'filter'>
  page: PageInSight<Row>
  idOf: (row: Row) => number
  outcomes: Outcomes
  read: ReadRows<Row>
}

interface FrozenOrder<Row> extends QueueOrder<Row> {
  /** The number of rows in the list beyond the queue, whose length is limited. */
  readonly beyond: number
}

/** Follows the order of the list when the first row was opened. Settled rows are skipped and not counted. */
export function useFrozenOrder<Row>(options: FrozenOptions<Row>): FrozenOrder<Row> {
  const { list, idOf, outcomes } = options
  const snapshot = useSnapshot(options)
  const rows = snapshot?.rows ?? []
  const here = rows.findIndex((row) => idOf(row) === list.opened)
  const before = here < 0 ? [] : rows.slice(0, here)
  const after = rows.slice(here + 1)
  const isLeft = (row: Row): boolean => !outcomes.has(idOf(row))
  const step = (to: readonly Row[]): (() => void) | undefined => {
    const next = here < 0 ? undefined : to.find(isLeft)
    return next && (() => list.open(idOf(next)))
  }
  async function* ahead(): AsyncGenerator<Ahead<Row>> {
    for (const row of [...after, ...before]) yield { row }
  }
  return {
    row: rows[here],
    place: snapshot && here >= 0 ? placeOf(snapshot, here, (row) => !isLeft(row)) : undefined,
    previous: step(before.toReversed()),
    next: step(after),
    ahead,
    isLast: ![...after, ...before].some(isLeft),
    beyond: snapshot ? Math.max(0, snapshot.total - snapshot.rows.length) : 0,
  }
}

/** Position among the rows that are not settled; the open row counts until the next one opens. */
function placeOf<Row>(
  { rows, offset, total }: Snapshot<Row>,
  here: number,
  isSettled: (row: Row) => boolean,
) {
  const isGone = (row: Row, index: number): boolean => index !== here && isSettled(row)
  const before = rows.slice(0, here).filter(isGone).length
  return { at: offset + here + 1 - before, total: total - rows.filter(isGone).length }
}

const pageRows = 50
/** The most rows in a queue; more are not handled in one sitting. */
const mostRows = 200

/** Takes the snapshot when a row is opened: first the visible rows, then the rest of the list. */
function useSnapshot<Row>(options: FrozenOptions<Row>): Snapshot<Row> | undefined {
  const { list, page, idOf, read } = options
  const { opened, open } = list
  const { pageCount } = list.filter
  const first = useFirstPage(list.filter)
  const { rows, total = 0 } = page
  const [snapshot, setSnapshot] = useState<Snapshot<Row>>()
  const isOpen = opened > 0
  useEffect(() => {
    if (!isOpen) {
      setSnapshot(undefined)
      return undefined
    }
    if (snapshot || !rows) return undefined
    const offset = (first - 1) * pageCount
    const index = rows.findIndex((row) => idOf(row) === opened)
    if (index >= 0) setSnapshot({ rows, offset, total })
    let isCurrent = true
    readSnapshot(read, { index: offset + Math.max(0, index), total }).then(
      (whole) => {
        if (!isCurrent) return
        if (whole.rows.some((row) => idOf(row) === opened)) setSnapshot(whole)
        // From an old link: the row is no longer in the list.
        else if (index < 0) open(0)
      },
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- taken once for each opening
  }, [isOpen, rows === undefined])
  return isOpen ? snapshot : undefined
}

async function readSnapshot<Row>(
  read: ReadRows<Row>,
  { index, total }: { index: number; total: number },
): Promise<Snapshot<Row>> {
  const offset = total <= mostRows ? 0 : Math.floor(index / pageRows) * pageRows
  const pages = Math.min(Math.ceil((total - offset) / pageRows), mostRows / pageRows)
  const rows: Row[] = []
  for (let page = 0; page < pages; page++)
    rows.push(...(await read({ pageStart: offset / pageRows + page + 1, pageCount: pageRows })))
  return { rows, offset, total }
}
