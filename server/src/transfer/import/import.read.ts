import { buffer } from 'node:stream/consumers'
import { isAdminRole } from '@showroom/contract/access/access.rules'
import {
  importMaxRows,
  importMaxUnpackedBytes,
  importTexts,
  missingColumns,
} from '@showroom/contract/transfer/transfer.schema'
import type { Database } from '../../platform/db/client.ts'
import type { FileStore } from '../../platform/files/files.ts'
import { findTable, searchedRows } from '../../platform/xlsx/table.ts'
import type { SheetTable } from '../../platform/xlsx/table.ts'
import { readXlsx } from '../../platform/xlsx/xlsx.ts'
import type { FilledSheet, SheetRow } from '../../platform/xlsx/xlsx.ts'
import { findFollows } from '../follow/follow.rows.ts'
import { fitOf } from './import.cells.ts'
import { arrange, tableFields } from './import.columns.ts'
import type { Names, RowCells } from './import.columns.ts'
import type { ClaimedImport } from './import.repository.ts'
import { findCustomers, isNeeded, keptOf, placesOf } from './import.table.ts'
import type { KeptTable } from './import.table.ts'

/** Reads the workbook of an import. */

export type ReadWorkbook =
  | { readonly refusal: string }
  /** The columns of this table wait to be matched. */
  | { readonly open: KeptTable }
  | {
      readonly rows: readonly (RowCells & { readonly rowNo: number })[]
      readonly table: KeptTable | null
      /** The sheet of follow-ups. */
      readonly follows: SheetTable | undefined
    }

interface Deps {
  readonly db: Database
  readonly files: FileStore
}

export async function readWorkbook(deps: Deps, claimed: ClaimedImport, names: Names): Promise<ReadWorkbook> {
  const { fileKey, isDirect, way, memberRole, picked } = claimed
  const stream = await deps.files.read(fileKey)
  if (!stream) return { refusal: importTexts.unreadable }
  const answer = await readXlsx({
    bytes: await buffer(stream),
    maxUnpackedBytes: importMaxUnpackedBytes,
    maxRows: importMaxRows + searchedRows,
  })
  if ('problem' in answer) return { refusal: importTexts[answer.problem] }
  const { table, isMatched, follows } = await findTables(deps.db, claimed, answer.sheets)
  if (follows && !table) {
    if (!isAdminRole(memberRole)) return { refusal: importTexts.followsForAdmins }
    return follows.rows.length > importMaxRows
      ? { refusal: importTexts.tooMany }
      : { rows: [], table: null, follows }
  }
  if (!table) return { refusal: importTexts.empty }
  const missing = table.missing.filter((heading) => isNeeded(way, heading))
  if (isDirect && missing.length > 0) return { refusal: missingColumns(missing) }
  if (Math.max(table.rows.length, follows?.rows.length ?? 0) > importMaxRows)
    return { refusal: importTexts.tooMany }
  const isEmpty = !table.rows.some(({ cells }) => cells.some(Boolean))
  if (isEmpty && !follows) return { refusal: importTexts.empty }
  const stored = { ...keptOf(table), places: placesOf(answer.sheets), ...(picked && { picked }) }
  if (!isEmpty && (missing.length > 0 || (stored.open.length > 0 && !isMatched))) return { open: stored }
  const rows = arrange(alignRows(table, names))
  return rows.length === 0 && !follows ? { refusal: importTexts.empty } : { rows, table: stored, follows }
}

interface Tables {
  readonly table: SheetTable | undefined
  readonly isMatched: boolean
  readonly follows: SheetTable | undefined
}

/**
 * Finds the customers' table and the follow-ups. The call of one step takes follow-ups beside a complete list of customers only, and never
 * follows a kept match.
 */
async function findTables(
  db: Database,
  { dealerId, isDirect, picked }: ClaimedImport,
  sheets: readonly FilledSheet[],
): Promise<Tables> {
  const follows = findFollows(sheets)
  const others = follows ? sheets.filter(({ name }) => name !== follows.sheet) : sheets
  if (isDirect) {
    const table = findTable(others, tableFields)
    if (!follows || table?.missing.length === 0) return { table, isMatched: true, follows }
    return { table: findTable(sheets, tableFields), isMatched: true, follows: undefined }
  }
  const customers = await findCustomers(db, dealerId, others, picked)
  // With a sheet of follow-ups, a sheet whose headings name less than two fields is not a list of customers.
  const isList =
    !follows || picked || customers?.isMatched || Object.keys(customers?.table.match ?? {}).length > 1
  return { table: isList ? customers?.table : undefined, isMatched: customers?.isMatched ?? false, follows }
}

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

/**
 * Returns the table with its rows' cells under the headings that they fit. Some writers leave out both the cells' addresses and empty cells,
 * so that every cell after an empty one is too far left. A row that fits as it is, or in several ways, is unchanged.
 */
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
