import { NewCustomer } from '@showroom/contract/customer/add.schema'
import { unlikelyDates } from '@showroom/contract/kernel/dates'
import { maskMobile, maskText } from '@showroom/contract/kernel/mask'
import { generalText } from '@showroom/contract/kernel/general'
import { readBlocked } from '../../base/index.ts'
import type { Blocked, Numbers } from '../../base/index.ts'
import { findOnFile, planAmendments, problemsOf, readReferences } from '../../customer/index.ts'
import type { Amending, Given, References } from '../../customer/index.ts'
import { givenOf, readCells } from './import.cells.ts'
import { blockedError, cellError } from './import.columns.ts'
import type { CellError, Cells, Names, RowCells } from './import.columns.ts'
import { rowState } from './import.repository.ts'
import type { ImportRow, ShownChanges } from './import.repository.ts'
import type { Catalogue } from '../../platform/export/catalogue.ts'
import type { Executor } from '../../platform/db/client.ts'
import type { Scope } from '../../platform/session/session.ts'
import { numbersOf as numbersOfUpdate, outcomeOf } from '../update/update.service.ts'

/** Checks the rows of a sheet in batches, each row like a new customer in `add`. */

export interface CheckedBy {
  readonly scope: Scope
  readonly catalogue: Catalogue
  readonly names: Names
  readonly nowSeconds: number
  /** Rows without a consultant go to the importing member, unless that is front desk staff, who own no customers. */
  readonly isOwner: boolean
  /** Mobiles, and files to update, of earlier rows of the same sheet. */
  readonly seen: Set<string>
  /** Missing where the import only makes new files. */
  readonly amending?: Amending | undefined
}

interface Read {
  readonly rowNo: number
  readonly cells: Cells
  readonly form: NewCustomer | undefined
  readonly errors: CellError[]
  readonly mobile: string
  /** Its values for a file that exists, if the import updates. */
  readonly update: { readonly given: Given; readonly errors: readonly CellError[] } | undefined
}

function readRow(
  row: RowCells & { readonly rowNo: number },
  { names, nowSeconds, amending }: CheckedBy,
): Read {
  const { rowNo, cells } = row
  const { input, errors } = readCells(row, names, nowSeconds)
  const update = amending && givenOf(row, { input, errors })
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
    update,
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
  const references = await readReferences(db, by.scope, by.catalogue, forms)
  const onFile = await findOnFile(db, by.scope, read.map(({ mobile }) => mobile).filter(Boolean))
  const blocked = await readBlocked(db, by.scope, forms.map(numbersOf))
  const updates = by.amending
    ? await checkUpdates(db, { ...by, amending: by.amending }, read, onFile)
    : undefined
  return read.map((row) => updates?.get(row.rowNo) ?? judge(row, { by, known: references, onFile, blocked }))
}

/** Checks the rows of files that exist, by row number. Only admins update, so an error reveals no number to them. */
async function checkUpdates(
  db: Executor,
  { amending, scope, seen }: CheckedBy & { readonly amending: Amending },
  read: readonly Read[],
  onFile: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<number, ImportRow>> {
  const rows = read.flatMap(({ rowNo, cells, mobile, update }) => {
    const customerId = onFile.get(mobile)
    return customerId && update ? [{ rowNo, cells, mobile, customerId, ...update }] : []
  })
  const planned = await planAmendments(db, scope, amending, rows)
  const blocked = await readBlocked(db, scope, rows.map(numbersOfUpdate))
  return new Map(
    rows.map((row): [number, ImportRow] => {
      const { rowNo, cells, customerId, given, errors } = row
      const checked = { rowNo, cells, form: null, ownerId: null, errors: [] }
      const contacts = blocked(numbersOfUpdate(row))
      const problems = contacts ? [...errors, blockedError(cells, contacts)] : errors
      if (problems.length > 0) return [rowNo, { ...checked, state: rowState.wrong, errors: problems }]
      const key = `file:${customerId}`
      if (seen.has(key)) return [rowNo, { ...checked, state: rowState.duplicate }]
      seen.add(key)
      const plan = planned.get(rowNo)
      const changes = plan && 'lines' in plan && plan.lines.length > 0 ? shownOf(plan, row.mobile) : undefined
      const outcome = outcomeOf(row, plan, rowState.toUpdate)
      return [rowNo, { ...checked, ...outcome, customerId, form: given, ...(changes && { changes }) }]
    }),
  )
}

const shownOf = (
  { who, lines }: { who: string; lines: ShownChanges['lines'] },
  mobile: string,
): ShownChanges => ({
  who: `${maskText(who)} ${maskMobile(mobile)}`,
  lines,
})

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
    const findings = [
      ...problemsOf(form, facts.known, nowSeconds),
      ...unlikelyDates(NewCustomer, form, nowSeconds),
      ...(form.assignMemberId || facts.by.isOwner
        ? []
        : [{ path: 'assignMemberId', text: '请选择客户经理' }]),
    ]
    // One error per cell: the first one is enough to act on.
    for (const { path, text } of findings)
      if (!problems.some(({ column }) => column === cellError(cells, path, text).column))
        problems.push(cellError(cells, path, text))
    const contacts = facts.blocked(numbersOf(form))
    if (contacts) problems.push(blockedError(cells, contacts))
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
