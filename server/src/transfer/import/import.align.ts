import type { SheetTable } from '../../platform/xlsx/table.ts'
import type { SheetRow } from '../../platform/xlsx/xlsx.ts'
import { fitOf } from './import.cells.ts'
import type { Names } from './import.columns.ts'

/**
 * Restores the columns of rows whose cells have no addresses. Some writers leave out both addresses and empty cells, so that every cell
 * after an empty one stands too far left.
 */

/** Best way to place some cells: the sum of its fits, the number of ways with that sum, and the columns of one. */
interface Way {
  readonly sum: number
  readonly ways: number
  readonly columns: readonly number[]
}
const none: Way = { sum: -1, ways: 0, columns: [] }

function better(one: Way, other: Way): Way {
  if (one.sum !== other.sum) return one.sum > other.sum ? one : other
  return { ...one, ways: one.ways + other.ways }
}

/**
 * Places cells into columns in their order, each where it fits. `rate` returns 0 for a cell that does not fit. Returns the columns of the
 * cells if exactly one placement has the largest sum.
 */
export function placeCells(
  cells: number,
  columns: number,
  rate: (cell: number, column: number) => number,
): readonly number[] | undefined {
  // `next[column]` is the best way to place the later cells into the columns from there on.
  let next: Way[] = Array.from({ length: columns + 1 }, () => ({ sum: 0, ways: 1, columns: [] }))
  for (let cell = cells - 1; cell >= 0; cell -= 1) {
    const here: Way[] = Array.from({ length: columns + 1 }, () => none)
    for (let column = columns - 1; column >= 0; column -= 1) {
      const skipped = here[column + 1] ?? none
      const rest = next[column + 1] ?? none
      const fit = rest.ways === 0 ? 0 : rate(cell, column)
      here[column] =
        fit === 0
          ? skipped
          : better(skipped, { ...rest, sum: rest.sum + fit, columns: [column, ...rest.columns] })
    }
    next = here
  }
  const best = next[0] ?? none
  return best.ways === 1 ? best.columns : undefined
}

/** Returns the table with its rows' cells under the headings that they fit. A row that fits as it stands, or in several ways, is unchanged. */
export function alignRows(table: SheetTable, names: Names): SheetTable {
  if (!table.isUnaddressed) return table
  const fieldAt = new Map(Object.entries(table.match).map(([heading, at]) => [at, heading]))
  const width = table.headings.length
  const align = (row: SheetRow): SheetRow => {
    const { cells } = row
    if (cells.length >= width || cells.includes('')) return row
    const fit = (cell: number, column: number): number =>
      fitOf(fieldAt.get(column) ?? '', cells[cell] ?? '', names)
    if (cells.every((_, index) => fit(index, index) > 0)) return row
    const placed = placeCells(cells.length, width, fit)
    if (!placed) return row
    const moved = Array.from({ length: width }, () => '')
    placed.forEach((column, index) => (moved[column] = cells[index] ?? ''))
    return { ...row, cells: moved }
  }
  return { ...table, rows: table.rows.map((row) => (row.marks ? row : align(row))) }
}
