import type { Ahead } from './order'

/** Position in the list of the row that was just saved. */
export interface SavedPlace {
  readonly id: number
  readonly page: number
  readonly lastPage: number
  /** Index on its page, from 0. */
  readonly at: number
  /** The row after it on the page, if any. */
  readonly after: number | undefined
}

interface Reading<Row> {
  read: (page: number) => Promise<readonly Row[]>
  idOf: (row: Row) => number
  asks: (row: Row) => boolean
}

/** The most pages to search ahead; more would take too long. */
const pagesAhead = 5

/** Yields the rows that need work: those after the saved row, also on the next pages, then those skipped before it. */
export async function* rowsAhead<Row>(
  place: SavedPlace,
  reading: Reading<Row>,
): AsyncGenerator<Required<Ahead<Row>>> {
  const { read, asks } = reading
  const onPage = (rows: readonly Row[], pageStart: number): Required<Ahead<Row>>[] =>
    rows.filter(asks).map((row) => ({ row, pageStart }))
  const rows = await read(place.page)
  const cut = cutOf(rows, place, reading.idOf)
  yield* onPage(rows.slice(cut), place.page)
  for (let page = place.page + 1; page <= Math.min(place.lastPage, place.page + pagesAhead); page++)
    yield* onPage(await read(page), page)
  yield* onPage(rows.slice(0, cut), place.page)
}

/** The index to continue from on the current page: after the saved row, or its old index if it has left the list. */
function cutOf<Row>(rows: readonly Row[], { id, at, after }: SavedPlace, idOf: (row: Row) => number): number {
  const indexOf = (one: number | undefined) => rows.findIndex((row) => idOf(row) === one)
  if (indexOf(id) >= 0) return indexOf(id) + 1
  return indexOf(after) >= 0 ? indexOf(after) : at
}
