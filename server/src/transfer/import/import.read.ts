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
import type { FilledSheet } from '../../platform/xlsx/xlsx.ts'
import { findFollows } from '../follow/follow.rows.ts'
import { alignRows } from './import.align.ts'
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
