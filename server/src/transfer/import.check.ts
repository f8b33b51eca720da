import { NewCustomer } from '@showroom/contract/customer/add.schema'
import { unlikelyDates } from '@showroom/contract/kernel/dates'
import { generalText } from '@showroom/contract/kernel/general'
import { readBlocked } from '../base/index.ts'
import type { Blocked, Numbers } from '../base/index.ts'
import { findOnFile, problemsOf, readReferences } from '../customer/index.ts'
import type { References } from '../customer/index.ts'
import { readCells } from './import.cells.ts'
import { cellError } from './import.columns.ts'
import type { CellError, Cells, Names, RowCells } from './import.columns.ts'
import { rowState } from './import.repository.ts'
import type { ImportRow } from './import.repository.ts'
import type { Catalogue } from '../platform/catalogue.ts'
import type { Executor } from '../platform/db/client.ts'
import type { Scope } from '../platform/session/session.ts'

/** Checks the rows of a sheet in batches, each row like a new customer in `add`. */

export interface CheckedBy {
  readonly scope: Scope
  readonly catalogue: Catalogue
  readonly names: Names
  readonly nowSeconds: number
  /** Rows without a consultant go to the importing member, unless that is front desk staff, who own no customers. */
  readonly isOwner: boolean
  /** Mobiles of earlier rows of the same sheet. */
  readonly seen: Set<string>
}

interface Read {
  readonly rowNo: number
  readonly cells: Cells
  readonly form: NewCustomer | undefined
  readonly errors: CellError[]
  readonly mobile: string
}

function readRow(row: RowCells & { readonly rowNo: number }, { names, nowSeconds }: CheckedBy): Read {
  const { rowNo, cells } = row
  const { input, errors } = readCells(row, names, nowSeconds)
  const parsed = NewCustomer.safeParse(input, { error: generalText })
  const columns = new Set(errors.map(({ column }) => column))
  for (const issue of parsed.error?.issues ?? []) {
    const error = cellError(cells, issue.path.join('.'), issue.message)
    // One error per cell: an unknown word is more specific than a schema error.
    if (!columns.has(error.column)) errors.push(error)
    columns.add(error.column)
  }
  return {
    rowNo,
    cells,
    form: parsed.data,
    errors,
    mobile: NewCustomer.shape.mobile.safeParse(input.mobile).data ?? '',
  }
}

/**
 * Checks a batch of rows. A valid row whose mobile is on file, or repeated in the sheet, is a duplicate. An invalid row is reported as
 * invalid either way, otherwise it would reveal which numbers are on file.
 */
export async function checkRows(
  db: Executor,
  by: CheckedBy,
  rows: readonly (RowCells & { readonly rowNo: number })[],
): Promise<ImportRow[]> {
  const read = rows.map((row) => readRow(row, by))
  const forms = read.flatMap(({ form }) => form ?? [])
  const known = await readReferences(db, by.scope, by.catalogue, forms)
  const onFile = await findOnFile(db, by.scope, read.map(({ mobile }) => mobile).filter(Boolean))
  const blocked = await readBlocked(db, by.scope, forms.map(numbersOf))
  return read.map((row) => judge(row, { by, known, onFile, blocked }))
}

interface Facts {
  readonly by: CheckedBy
  readonly known: References
  readonly onFile: ReadonlyMap<string, number>
  readonly blocked: Blocked
}

function judge({ rowNo, cells, form, errors, mobile }: Read, facts: Facts): ImportRow {
  const { seen } = facts.by
  const row = { rowNo, cells, form: null, ownerId: null, errors: [] }
  const problems = [...errors]
  if (form) {
    const { nowSeconds } = facts.by
    const told = [
      ...problemsOf(form, facts.known, nowSeconds),
      ...unlikelyDates(NewCustomer, form, nowSeconds),
      ...(form.assignMemberId || facts.by.isOwner
        ? []
        : [{ path: 'assignMemberId', text: '请选择客户经理' }]),
    ]
    // One error per cell: the first one is enough to act on.
    for (const { path, text } of told)
      if (!problems.some(({ column }) => column === cellError(cells, path, text).column))
        problems.push(cellError(cells, path, text))
    const contacts = facts.blocked(numbersOf(form))
    if (contacts) problems.push(cellError(cells, 'mobile', blockedText(contacts)))
  }
  if (!form || problems.length > 0) return { ...row, state: rowState.wrong, errors: problems }
  if (facts.onFile.has(mobile) || seen.has(mobile)) return { ...row, state: rowState.duplicate }
  seen.add(mobile)
  return { ...row, state: rowState.waiting, form, ownerId: form.assignMemberId || facts.by.scope.memberId }
}

export const numbersOf = ({ mobile, addition }: NewCustomer): Numbers => ({
  mobile,
  identifyNo: addition.idNo,
})

export const blockedText = (contacts: readonly string[]): string =>
  `此客户在blc名单中，如有疑问请拨打【${contacts.join('、')}】`
