import type { Ahead } from './order'

/** Where the row that was just saved stood in the list. */
export interface SavedPlace {
  readonly id: number
  readonly page: number
  readonly lastPage: number
  /** On its page, from 0. */
  readonly at: number
  /** The row behind it, if the page went on. */
  readonly after: number | undefined
}

interface Reading<Row> {
  read: (page: number) => Promise<readonly Row[]>
  idOf: (row: Row) => number
  asks: (row: Row) => boolean
}

/** Further on than that nobody waits for the next row to be found. */
const pagesAhead = 5

/** The rows that ask for work: what follows the saved one, also on the next pages; then what was left out before it. */
export async function* rowsAhead<Row>(place: SavedPlace, reading: Reading<Row>): AsyncGenerator<Ahead<Row>> {
  const { read, asks } = reading
  const onPage = (rows: readonly Row[], pageStart: number): Ahead<Row>[] =>
    rows.filter(asks).map((row) => ({ row, pageStart }))
  const rows = await read(place.page)
  const cut = cutOf(rows, place, reading.idOf)
  yield* onPage(rows.slice(cut), place.page)
  for (let page = place.page + 1; page <= Math.min(place.lastPage, place.page + pagesAhead); page++)
    yield* onPage(await read(page), page)
  yield* onPage(rows.slice(0, cut), place.page)
}

/** Where one goes on in the page as it is now: behind the saved row, or where it was if it has left the list. */
function cutOf<Row>(rows: readonly Row[], { id, at, after }: SavedPlace, idOf: (row: Row) => number): number {
  const indexOf = (one: number | undefined) => rows.findIndex((row) => idOf(row) === one)
  if (indexOf(id) >= 0) return indexOf(id) + 1
  return indexOf(after) >= 0 ? indexOf(after) : at
}
