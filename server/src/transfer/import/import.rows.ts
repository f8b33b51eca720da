import { NewCustomer } from '@showroom/contract/customer/add.schema'
import { unlikelyDates } from '@showroom/contract/kernel/dates'
import { maskMobile, maskText } from '@showroom/contract/kernel/mask'
import { generalText } from '@showroom/contract/kernel/general'
import { readBlocked } from '../../base/index.ts'
import type { Blocked, Numbers } from '../../base/index.ts'
import {
  amendFiles,
  findOnFile,
  openFiles,
  planAmendments,
  problemsOf,
  readReferences,
  restoreFiles,
} from '../../customer/index.ts'
import type { Amended, Amending, Given, NewFile, References } from '../../customer/index.ts'
import { addError, givenOf, readCells } from './import.cells.ts'
import type { ReadBy, ReadCells } from './import.cells.ts'
import { blockedError, byColumn, cellError, isRequired, region, textAt } from './import.columns.ts'
import type { CellError, Cells, RowCells } from './import.columns.ts'
import { readOwners, rowState } from './import.repository.ts'
import type { ClaimedImport, ImportRow, Outcome, ShownChanges, WaitingRow } from './import.repository.ts'
import type { Catalogue, CatalogueSource } from '../../platform/export/catalogue.ts'
import type { Executor } from '../../platform/db/client.ts'
import type { Scope } from '../../platform/session/session.ts'
import { readPhones } from '@showroom/contract/kernel/phones'
import type { ImportWay } from '@showroom/contract/transfer/transfer.schema'
import type { Acting } from '../../platform/http/handler.ts'
import { errors as errorTexts } from '@showroom/contract/kernel/errors'
import { secondsOf } from '../../platform/clock.ts'
import { dropChanges, keepChanges, listChanges } from '../update/update.repository.ts'

/** Handles the rows of a sheet in batches: checks each like a new customer in `add`, opens new files, updates files and restores them. */

export interface CheckedBy extends ReadBy {
  readonly scope: Scope
  readonly catalogue: Catalogue
  /** Rows without a consultant go to the importing member, unless that is front desk staff, who own no customers. */
  readonly isOwner: boolean
  /** Mobiles, and files to update, of earlier rows of the same sheet. */
  readonly seen: Set<string>
  /** Missing where the import only makes new files. */
  readonly amending?: Amending | undefined
}

interface Read extends Omit<ReadCells, 'input'> {
  readonly rowNo: number
  readonly cells: Cells
  readonly form: NewCustomer | undefined
  readonly mobile: string
  /** Its values for a file that exists, if the import updates. */
  readonly update: ReturnType<typeof givenOf> | undefined
}

function readRow(row: RowCells, by: CheckedBy): Read {
  const { rowNo, cells } = row
  const read = readCells(row, by)
  const update = by.amending && givenOf(row, read)
  const { input } = read
  const form = parseRow(read, cells)
  if (!by.isOwner) {
    const unknown = read.left.findIndex(({ column }) => column === '客户经理')
    if (unknown >= 0) read.errors.push(...read.left.splice(unknown, 1))
  }
  const mobile = NewCustomer.shape.mobile.safeParse(input.mobile).data ?? ''
  return { rowNo, cells, form, errors: read.errors, left: read.left, mobile, update }
}

/** Province and city are one answer: the first error is enough to act on. */
const isRegion = ({ column }: CellError): boolean => region.includes(column)

/** Parses the customer, without the optional cells that its schema refuses. */
function parseRow({ input, errors, left }: ReadCells, cells: Cells): NewCustomer | undefined {
  const parsed = NewCustomer.safeParse(input, { error: generalText })
  const problems = (parsed.error?.issues ?? []).map(({ path, message }) => ({
    path,
    error: cellError(cells, path.join('.'), message),
  }))
  const without: Record<string, unknown> = { ...input }
  for (const { path, error } of problems) {
    const [field = ''] = path.map(String)
    if (isRequired(path.join('.')) || textAt(cells, error.column) === '') continue
    addError(left, error)
    if (field === 'addition') without[field] = { ...input.addition, idNo: '' }
    else delete without[field]
  }
  const again = left.length > 0 ? NewCustomer.safeParse(without, { error: generalText }) : parsed
  // One error per cell: an unknown word is more specific than a schema error.
  for (const { path, message } of again.error?.issues ?? []) {
    const error = cellError(cells, path.join('.'), message)
    const isNamed = isRegion(error) && errors.some(isRegion)
    if (!isNamed) addError(errors, error)
  }
  return again.data
}

/**
 * Checks a batch of rows. A valid row whose mobile is on file, or repeated in the sheet, is a duplicate. An invalid row is reported as
 * invalid either way, otherwise it would reveal which numbers are on file.
 */
export async function checkRows(
  db: Executor,
  by: CheckedBy,
  rows: readonly RowCells[],
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
      const { rowNo, cells, customerId, given, errors, left } = row
      const checked = { rowNo, cells, form: null, ownerId: null, errors: [] }
      const contacts = blocked(numbersOfUpdate(row))
      const problems = contacts ? [...errors, blockedError(cells, contacts)] : errors
      if (problems.length > 0)
        return [
          rowNo,
          { ...checked, state: rowState.wrong, errors: [...problems, ...left].toSorted(byColumn) },
        ]
      const key = `file:${customerId}`
      if (seen.has(key)) return [rowNo, { ...checked, state: rowState.duplicate }]
      seen.add(key)
      const plan = planned.get(rowNo)
      const changes = plan && 'lines' in plan && plan.lines.length > 0 ? shownOf(plan, row.mobile) : undefined
      const outcome = outcomeOf(row, plan, rowState.toUpdate)
      const named = { errors: [...outcome.errors, ...left] }
      return [
        rowNo,
        { ...checked, ...outcome, ...named, customerId, form: given, ...(changes && { changes }) },
      ]
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

function judge({ rowNo, cells, form, errors, left, mobile }: Read, facts: Facts): ImportRow {
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
    for (const { path, text } of findings) addError(problems, cellError(cells, path, text))
    const contacts = facts.blocked(numbersOf(form))
    if (contacts) problems.push(blockedError(cells, contacts))
  }
  if (!form || problems.length > 0)
    return { ...row, state: rowState.wrong, errors: [...problems, ...left].toSorted(byColumn) }
  if (facts.onFile.has(mobile) || seen.has(mobile)) return { ...row, state: rowState.duplicate }
  seen.add(mobile)
  const ownerId = form.assignMemberId || facts.by.scope.memberId
  return { ...row, state: rowState.waiting, form, ownerId, errors: left.toSorted(byColumn) }
}

const numbersOf = ({ mobile, addition }: NewCustomer): Numbers => ({
  mobile,
  identifyNo: addition.idNo,
})

/** Checks the rows again, since data may have changed after the preview, and opens their files. */
export async function openRows(
  acting: Acting,
  catalogue: CatalogueSource,
  rows: readonly WaitingRow[],
): Promise<Outcome[]> {
  const { db: trx, session, now } = acting
  const { scope } = session
  if (rows.length === 0) return []
  const customers = rows.map(({ form }) => form)
  const references = await readReferences(trx, scope, await catalogue.get(trx), customers)
  const blocked = await readBlocked(trx, scope, customers.map(numbersOf))
  const owners = await readOwners(
    trx,
    scope,
    rows.map(({ ownerId }) => ownerId),
  )
  const onFile = await findOnFile(
    trx,
    scope,
    customers.map(({ mobile }) => mobile),
  )
  const outcomes: Outcome[] = []
  const files = new Map<number, NewFile>()
  for (const { rowNo, cells, form, ownerId } of rows) {
    const owner = owners.get(ownerId)
    const contacts = blocked(numbersOf(form))
    const errors = [
      ...problemsOf(form, references, secondsOf(now)).map(({ path, text }) => cellError(cells, path, text)),
      ...(contacts ? [blockedError(cells, contacts)] : []),
      ...(owner ? [] : [cellError(cells, 'assignMemberId', errorTexts.MEMBER_UNAVAILABLE.text)]),
    ]
    if (!owner || errors.length > 0) outcomes.push({ rowNo, state: rowState.wrong, errors })
    else if (onFile.has(form.mobile)) outcomes.push({ rowNo, state: rowState.duplicate, errors: [] })
    else files.set(rowNo, { customer: form, owner })
  }
  const opening = {
    scope,
    memberName: session.memberName,
    dealer: session.dealer,
    known: references,
    now,
    events: acting.events,
  }
  const made = files.size > 0 ? await openFiles(trx, opening, [...files.values()]) : new Map()
  for (const [rowNo, { customer }] of files) {
    const state = made.has(customer.mobile) ? rowState.created : rowState.duplicate
    outcomes.push({ rowNo, state, errors: [] })
  }
  return outcomes
}

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
  const blocked = await readBlocked(acting.db, acting.session.scope, rows.map(numbersOfUpdate))
  const free = rows.filter((row) => !blocked(numbersOfUpdate(row)))
  const { done, outcomes } = await amendFiles(acting, amending, free)
  await keepChanges(acting.db, claimed, done, acting.now)
  return rows.map((row) => {
    const { rowNo, cells } = row
    const contacts = blocked(numbersOfUpdate(row))
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

const numbersOfUpdate = ({ cells, given }: Pick<UpdateRow, 'cells' | 'given'>) => ({
  mobile: readPhones(textAt(cells, '手机号')).mobile,
  identifyNo: given.identify_no ?? '',
})

/** The state of a row by the outcome of its file; `changed` if that changes. */
function outcomeOf(
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
