import { readPhones } from '@showroom/contract/kernel/phones'
import type { ImportWay } from '@showroom/contract/transfer/way.rules'
import { readBlocked } from '../../base/index.ts'
import { amendFiles, restoreFiles } from '../../customer/index.ts'
import type { Amending, Amended, Given } from '../../customer/index.ts'
import type { CatalogueSource } from '../../platform/export/catalogue.ts'
import type { Acting } from '../../platform/http/handler.ts'
import { blockedError, cellError, textAt } from '../import/import.columns.ts'
import type { Cells } from '../import/import.columns.ts'
import { rowState } from '../import/import.repository.ts'
import type { ClaimedImport, Outcome } from '../import/import.repository.ts'
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
    if (contacts) return { rowNo, state: rowState.wrong, errors: [blockedError(cells, contacts)] }
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

/** A row that updates a file. */
export interface UpdateRow {
  readonly rowNo: number
  readonly cells: Cells
  readonly customerId: number
  readonly given: Given
}

export const numbersOf = ({ cells, given }: Pick<UpdateRow, 'cells' | 'given'>) => ({
  mobile: readPhones(textAt(cells, '手机号')).mobile,
  identifyNo: given.identify_no ?? '',
})

/** The state of a row by the outcome of its file; `changed` if that changes. */
export function outcomeOf(
  { rowNo, cells }: Pick<UpdateRow, 'rowNo' | 'cells'>,
  outcome: Amended | undefined,
  changed: number,
): Outcome {
  if (!outcome || 'left' in outcome) {
    const errors = [{ column: '', value: '', text: outcome?.left ?? '' }]
    return { rowNo, state: rowState.skipped, errors }
  }
  if ('wrong' in outcome)
    return { rowNo, state: rowState.wrong, errors: [cellError(cells, 'companyName', outcome.wrong)] }
  return { rowNo, state: outcome.lines.length > 0 ? changed : rowState.unchanged, errors: [] }
}
