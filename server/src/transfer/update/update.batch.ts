import type { ImportWay } from '@showroom/contract/transfer/way.rules'
import { readBlocked } from '../../base/index.ts'
import { amendFiles, restoreFiles } from '../../customer/index.ts'
import type { Amending } from '../../customer/index.ts'
import type { CatalogueSource } from '../../platform/export/catalogue.ts'
import type { Acting } from '../../platform/http/handler.ts'
import { blockedText } from '../import/import.check.ts'
import { cellError } from '../import/import.columns.ts'
import { rowState } from '../import/import.repository.ts'
import type { ClaimedImport } from '../import/import.repository.ts'
import type { Outcome } from '../import/rows.repository.ts'
import { numbersOf, outcomeOf } from './update.outcome.ts'
import type { UpdateRow } from './update.outcome.ts'
import { dropChanges, keepChanges, listChanges } from './update.repository.ts'

/** Batches of an import that update files, and that undo such updates. */

/** Updates the files of these rows, and keeps what that replaces. */
export async function updateRows(
  acting: Acting,
  claimed: ClaimedImport,
  catalogue: CatalogueSource,
  rows: readonly UpdateRow[],
): Promise<Outcome[]> {
  if (rows.length === 0) return []
  const amending: Amending = {
    way: claimed.way as ImportWay,
    storeCity: acting.session.dealer.city,
    catalogue: await catalogue.get(acting.db),
  }
  const blocked = await readBlocked(acting.db, acting.session.scope, rows.map(numbersOf))
  const free = rows.filter((row) => !blocked(numbersOf(row)))
  const { done, outcomes } = await amendFiles(acting, amending, free)
  await keepChanges(acting.db, claimed, done, acting.now)
  return rows.map((row) => {
    const { rowNo, cells } = row
    const contacts = blocked(numbersOf(row))
    if (contacts)
      return { rowNo, state: rowState.wrong, errors: [cellError(cells, 'mobile', blockedText(contacts))] }
    return outcomeOf(row, outcomes.get(rowNo), rowState.updated)
  })
}

/** Undoes some updates. Returns how many files were restored and how many had changed since; undefined if none is left. */
export async function undoRows(
  acting: Acting,
  claimed: ClaimedImport,
  size: number,
): Promise<{ undone: number; kept: number } | undefined> {
  const rows = await listChanges(acting.db, claimed, size)
  if (rows.length === 0) return undefined
  const undone = await restoreFiles(acting, rows)
  await dropChanges(
    acting.db,
    claimed,
    rows.map(({ rowNo }) => rowNo),
  )
  return { undone, kept: rows.length - undone }
}
