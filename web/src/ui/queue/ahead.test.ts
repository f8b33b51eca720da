import { expect, test } from 'vitest'
import { rowsAhead, type SavedPlace } from './ahead'

interface Row {
  readonly id: number
  readonly isDone: boolean
}
const row = (id: number, isDone = false): Row => ({ id, isDone })
const done = (id: number): Row => row(id, true)
const place: SavedPlace = { id: 2, page: 1, lastPage: 1, at: 1, after: 3 }

/** Returns the next row after `from`, skipping the handled ones. */
async function goOn(pages: readonly (readonly Row[])[], from: SavedPlace, handled = [from.id]) {
  const reading = {
    read: async (page: number) => pages[page - 1] ?? [],
    idOf: ({ id }: Row) => id,
    asks: ({ id, isDone }: Row) => !isDone && !handled.includes(id),
  }
  for await (const { row: first, pageStart } of rowsAhead(from, reading))
    return { page: pageStart, id: first.id }
  return undefined
}

test('continues with the row after the saved one, whether the saved one has left the list or not', async () => {
  expect(await goOn([[row(1), row(3), row(4)]], place)).toEqual({ page: 1, id: 3 })
  expect(await goOn([[row(1), done(2), row(3)]], place)).toEqual({ page: 1, id: 3 })
  // A new row came in at the top meanwhile.
  expect(await goOn([[row(9), row(1), row(3)]], place)).toEqual({ page: 1, id: 3 })
  // The saved row was the last of its page: takes the row that moved up.
  expect(await goOn([[row(1), row(7)]], { ...place, after: undefined })).toEqual({ page: 1, id: 7 })
})

test('skips rows that need no work, to the end of the list and then from its start', async () => {
  const others = [done(3), done(4), done(5)]
  expect(await goOn([[row(1), done(2), ...others, row(6)]], place)).toEqual({ page: 1, id: 6 })
  const pages = [[row(1), done(2), ...others], [done(7)], [row(8)]]
  expect(await goOn(pages, { ...place, lastPage: 3 })).toEqual({ page: 3, id: 8 })
  expect(await goOn(pages, { ...place, lastPage: 2 })).toEqual({ page: 1, id: 1 })
})

test('ends when no row is left', async () => {
  expect(await goOn([[done(1), done(2), done(3)]], place)).toBeUndefined()
  expect(await goOn([[row(2)]], { ...place, at: 0, after: undefined })).toBeUndefined()
  // Retries once only.
  expect(await goOn([[row(1), row(2)]], place, [1, 2])).toBeUndefined()
})
