import { setTimeout as wait } from 'node:timers/promises'
import { buffer } from 'node:stream/consumers'
import {
  fileProblem,
  importMaxUnpackedBytes,
  importState,
  importTexts,
  importWay,
  isImportAtRest,
  unmatchedFields,
} from '@showroom/contract/transfer/transfer.schema'
import type { CheckImport, ImportStatus } from '@showroom/contract/transfer/transfer.schema'
import { mayCall } from '@showroom/contract/kernel/call'
import { maskText } from '@showroom/contract/kernel/mask'
import { notXlsxText } from '@showroom/contract/kernel/workbook'
import { undoImport } from '@showroom/contract/transfer/transfer.api'
import { secondsOf } from '../../platform/clock.ts'
import type { Downloads } from '../../platform/files/download.ts'
import { endingOf } from '../../platform/files/files.ts'
import type { FileStore } from '../../platform/files/files.ts'
import { checkUpload, keepUpload, refusalText } from '../../platform/files/uploads.ts'
import type { CheckedUpload } from '../../platform/files/uploads.ts'
import type { Context } from '../../platform/http/handler.ts'
import { transact } from '../../platform/db/client.ts'
import type { Executor } from '../../platform/db/client.ts'
import { countSheet } from '../../platform/limits/number-search.ts'
import { Refusal, refuseField } from '../../platform/refusal.ts'
import type { StoreWork } from '../../platform/queues/queues.ts'
import { archiveProblem } from '../../platform/xlsx/archive.ts'
import { addressOf } from '../../platform/xlsx/table.ts'
import { firstOf, placeOf } from './import.columns.ts'
import type { Whole } from './import.columns.ts'
import type { Scope } from '../../platform/session/session.ts'
import { listErrors } from './import.repository.ts'
import type { Import } from './import.repository.ts'
import { masked, missingOf, noTable, shownTable, wholeFields } from './import.table.ts'
import type { Asking, KeptTable } from './import.table.ts'
import { endWaiting, keepMatch, keepWords, readNames, startChecking } from '../match/match.repository.ts'
import type { MatchedWord } from '../match/match.repository.ts'
import { listShownChanges, startUndoing } from '../update/update.repository.ts'
import { writeTemplate } from './import.workbook.ts'
import * as repository from './import.repository.ts'

export interface TransferDeps {
  readonly files: FileStore
  readonly downloads: Downloads
  readonly importWork: StoreWork
}

/** Maximum of invalid cells in the dialog; the workbook has all. */
const mostErrors = 200
/** Maximum of changed files in the dialog. */
const mostChanges = 100
/**
 * A caller without a preview waits this long for the end, and polls `importStatus` afterwards.
 * guard-exception repeated: meanwhile its call reads the state again and again.
 */
const longestWaitMs = 60_000
const lookMs = 100

interface StartForm {
  readonly file: string
  readonly fileName: string
  readonly preview: boolean
}

/** Registers an uploaded workbook. Returns at once with a preview, otherwise after its rows are imported. */
export async function startImport(
  context: Context,
  deps: TransferDeps,
  form: StartForm,
): Promise<ImportStatus> {
  const { db, session, now, ip } = context
  const checked = await checkFile(context, deps.files, form)
  await countSheet(context, form.fileName)
  const importId = await transact(db, async (trx) => {
    if ((await keepUpload({ db: trx, session, now }, checked)) !== 'taken') throw refuseFile(importTexts.none)
    return repository.insertImport(trx, session.scope, {
      fileKey: form.file,
      fileName: form.fileName || '客户导入.xlsx',
      isDirect: !form.preview,
      ip,
      now,
    })
  })
  deps.importWork.wake([session.scope.dealerId])
  if (form.preview) return getImport(context, deps, importId)
  const until = Date.now() + longestWaitMs
  for (;;) {
    const status = await getImport(context, deps, importId)
    if (status.state === importState.refused) throw refuseFile(status.refusal)
    if (isImportAtRest(status.state) || Date.now() > until) return status
    await wait(lookMs)
  }
}

/** Refuses a whole file like a blocklist hit: status -2 and code 1004, with the text to show. */
const refuseFile = (text: string): Refusal => new Refusal('BLOCKED', { text })

/** Checks everything that is possible before unpacking. A refused file is not kept, so cleaning up removes it later. */
async function checkFile(context: Context, files: FileStore, form: StartForm): Promise<CheckedUpload> {
  if (/^(?:xlsm|xltm|xlam)$/.test(endingOf(form.fileName))) throw refuseFile(importTexts.macros)
  if (endingOf(form.file) !== 'xlsx' || (form.fileName !== '' && endingOf(form.fileName) !== 'xlsx'))
    throw refuseFile(notXlsxText(form.fileName))
  const checked = await checkUpload(context, files, 'z-backend', form.file)
  const { result } = checked
  if (result === 'tooLarge') throw refuseFile(importTexts.tooLarge)
  if (result !== 'taken') throw refuseFile(refusalText(form.file, result, importTexts.none))
  const stream = await files.read(form.file)
  const bytes = stream ? await buffer(stream) : Buffer.alloc(0)
  const problem = archiveProblem(bytes, importMaxUnpackedBytes)
  if (problem) throw refuseFile(fileProblem(problem, form.fileName, bytes))
  return checked
}

/** Confirms the import of checked rows. Confirming again has no effect. */
export async function commitImport(
  context: Context,
  deps: TransferDeps,
  importId: number,
): Promise<ImportStatus> {
  const started = await repository.startRunning(context.db, context.session.scope, importId, context.now)
  const status = await getImport(context, deps, importId)
  if (!started && status.state !== importState.running && status.state !== importState.done)
    throw new Refusal('STALE')
  context.afterwards(() => deps.importWork.wake([context.session.scope.dealerId]))
  return status
}

/**
 * Checks the rows of an import again, in the given way, below the given headings, and with the given match of columns. The match is remembered for these headings.
 */
export async function checkAgain(
  context: Context,
  deps: TransferDeps,
  request: CheckImport,
): Promise<ImportStatus> {
  const { importId, match, wholes, place, way: asked } = request
  const { db, session, now } = context
  const { scope } = session
  const current = await repository.findImport(db, scope, importId)
  if (!current) throw new Refusal('NOT_FOUND')
  const way = asked ?? current.way
  if (way !== importWay.onlyNew && !mayCall(undoImport.may, session)) throw new Refusal('FORBIDDEN')
  const table = current.sheet_table as KeptTable | null
  const chosen = place === undefined ? undefined : table?.places?.[place]
  if (place !== undefined && !chosen) throw refuseField('INVALID', 'place', '文件中没有这一行')
  const picked = chosen && { sheet: chosen.sheet, headingRow: chosen.headingRow }
  const whole = wholes && wholeOf(wholes)
  if (!(await startChecking(db, scope, { importId, way, picked, whole }, now))) throw new Refusal('STALE')
  if (match && table?.headings) {
    const values = whole ?? table.whole ?? {}
    const problem = matchProblem(match, values, { way, memberRole: session.role })
    if (problem) throw refuseField('INVALID', 'match', problem)
    const fields = new Map(match.map(({ at, field }) => [at, field]))
    const pairs = (table.columns ?? []).map(({ at, id }) => [id, fields.get(at) ?? ''] as const)
    const choice = { headings: table.headings, fields: Object.fromEntries(pairs), whole: values }
    await keepMatch(db, scope, choice, now)
  }
  if (!chosen) await keepWords(db, scope, wordsOf(table, request), now)
  context.afterwards(() => deps.importWork.wake([scope.dealerId]))
  return getImport(context, deps, importId)
}

function matchProblem(
  match: NonNullable<CheckImport['match']>,
  whole: Whole,
  asking: Asking,
): string | undefined {
  const given = match.map(({ field }) => field).filter(Boolean)
  const twice = given.find((field, at) => given.indexOf(field) !== at)
  if (twice !== undefined) return `“${twice}”只能对应一列`
  const missing = missingOf(asking, [...given, ...Object.keys(whole)])
  return missing.length > 0 ? unmatchedFields(missing) : undefined
}

const wholeOf = (given: NonNullable<CheckImport['wholes']>): Whole =>
  Object.fromEntries(
    given.flatMap(({ field, value }) =>
      value !== '' && wholeFields.some((one) => one === field) ? [[field, value]] : [],
    ),
  )

/** The codes chosen for the words that were shown. A word without a choice takes the one that was offered. */
function wordsOf(table: KeptTable | null, { words = [], match }: CheckImport): MatchedWord[] {
  const values = new Map(words.map(({ at, value }) => [at, Number(value) || 0]))
  // Words of a column that is matched otherwise by now are another field's.
  const isSame = (field: string): boolean =>
    match?.some((one) => one.field === field && one.at === table?.match[field]) ?? true
  return (table?.words ?? []).flatMap(({ field, kind, id, guess }, at) =>
    isSame(field) ? [{ kind, id, code: values.get(at) ?? guess }] : [],
  )
}

/** Gives up an import that waits for its member, so that it is not shown again. */
export async function dropImport(
  context: Context,
  deps: TransferDeps,
  importId: number,
): Promise<ImportStatus> {
  const { db, session, now } = context
  const dropped = await endWaiting(db, session.scope, importId, now)
  const status = await getImport(context, deps, importId)
  if (!dropped) throw new Refusal('STALE')
  return status
}

/** Returns the status of one of the member's imports. */
export async function getImport(
  context: Context,
  { downloads }: TransferDeps,
  importId: number,
): Promise<ImportStatus> {
  const { db, session, now, may } = context
  const current = await repository.findImport(db, session.scope, importId)
  if (!current) throw new Refusal('NOT_FOUND')
  const table = current.sheet_table as KeptTable | null
  return {
    importId: current.id,
    state: current.state,
    fileName: maskText(current.file_name),
    createdAt: secondsOf(current.created_at),
    rowTotal: current.row_total,
    doneTotal: current.done_total,
    successTotal: current.success_total,
    duplicateTotal: current.duplicate_total,
    failTotal: current.fail_total,
    errors:
      isImportAtRest(current.state) && current.state !== importState.matching
        ? await readErrors(db, session.scope, current)
        : [],
    failedUrl:
      current.failed_key &&
      downloads.link(
        { key: current.failed_key, memberId: session.memberId, fileName: '导入失败记录.xlsx', may },
        now,
      ),
    refusal: current.refusal,
    ...(await tableOf(context, current)),
    left: isImportAtRest(current.state) ? [...(table?.left ?? [])] : [],
    ...(await updatesOf(context, current)),
  }
}

/** The part of a status that is about the columns and words, while the member may still match them. */
async function tableOf({ db, session, catalogue }: Context, found: Import) {
  if (found.state !== importState.matching && found.state !== importState.checked) return noTable
  const names = await readNames(db, session.scope, catalogue)
  const asking = { way: found.way, memberRole: session.role }
  return shownTable(found.sheet_table as KeptTable | null, asking, names)
}

/** The part of a status that is about updates. */
async function updatesOf({ db, session, now }: Context, found: Import) {
  const changes =
    found.update_total > 0 && isImportAtRest(found.state)
      ? await listShownChanges(db, session.scope, found.id, mostChanges)
      : []
  const table = found.sheet_table as KeptTable | null
  const isUndoable = found.undo_until !== null && found.undo_until > now
  return {
    way: found.way as ImportStatus['way'],
    mayUpdate: mayCall(undoImport.may, session),
    updateTotal: found.update_total,
    unchangedTotal: found.unchanged_total,
    skippedTotal: found.skipped_total,
    changes: changes.map((change) => ({ ...change, ...rowIn(table, change.row).row })),
    undoUntil: isUndoable && found.undo_until ? secondsOf(found.undo_until) : 0,
    undoneTotal: found.undone_total,
    keptTotal: found.kept_total,
    follows: followsOf(found),
  }
}

function followsOf(found: Import): ImportStatus['follows'] {
  const table = found.follow_table as KeptTable | null
  return {
    sheet: maskText(firstOf(table?.sheet ?? '', 40)),
    headingRow: table?.headingRow ?? 0,
    total: found.follow_total,
    doneTotal: found.follow_done_total,
    successTotal: found.follow_success_total,
    duplicateTotal: found.follow_duplicate_total,
    failTotal: found.follow_fail_total,
  }
}

/** Undoes the updates of an import, within a day. New files stay. */
export async function undoUpdates(
  context: Context,
  deps: TransferDeps,
  importId: number,
): Promise<ImportStatus> {
  const { db, session, now } = context
  const current = await repository.findImport(db, session.scope, importId)
  if (!current) throw new Refusal('NOT_FOUND')
  if (!(await startUndoing(db, session.scope, importId, now))) throw new Refusal('UNDO_OVER')
  context.afterwards(() => deps.importWork.wake([session.scope.dealerId]))
  return getImport(context, deps, importId)
}

/** Returns the columns that were left out, then the first invalid cells, of customers and then of follow-ups. */
async function readErrors(db: Executor, scope: Scope, found: Import): Promise<ImportStatus['errors']> {
  const table = found.sheet_table as KeptTable | null
  const follows = found.follow_table as KeptTable | null
  const wrong = await listErrors(db, 'customer_import_row', scope, found.id, mostErrors)
  const errors = [...openOf(table), ...located(wrong, table)]
  if (!follows) return errors.slice(0, mostErrors)
  const wrongFollows = await listErrors(db, 'import_follow', scope, found.id, mostErrors)
  // Left out as a whole for members who are no admins.
  const isLeft = found.follow_total === 0
  const text = importTexts.followsForAdmins
  const left = isLeft ? [{ row: follows.headingRow, column: '', cell: '', value: '', text }] : []
  const sheet = maskText(firstOf(follows.sheet, 40))
  const others = [...left, ...openOf(follows), ...located(wrongFollows, follows)]
  return [...errors, ...others.map((error) => ({ ...error, sheet }))].slice(0, mostErrors)
}

const openOf = (table: KeptTable | null) =>
  (table?.open ?? []).map(({ at, heading }) => ({
    row: table?.headingRow ?? 1,
    column: maskText(firstOf(heading, 40)),
    cell: addressOf(at, table?.headingRow ?? 1),
    value: '',
    text: importTexts.unknownColumn,
  }))

/** The row as its sheet counts, with the sheet's name if several are read together, and the columns of its fields. */
function rowIn(table: KeptTable | null, rowNo: number) {
  const { part, row } = placeOf(rowNo)
  const { sheet = '', match = {} } = (part === 0 ? table : table?.parts?.[part - 1]) ?? {}
  return { match, row: { row, ...(table?.parts?.length && { sheet: masked(sheet) }) } }
}

function located(errors: Awaited<ReturnType<typeof listErrors>>, table: KeptTable | null) {
  return errors.map(({ isLeft, ...error }) => {
    const { match, row } = rowIn(table, error.row)
    const at = match[error.column]
    return {
      ...error,
      ...row,
      ...(isLeft && { isLeft }),
      cell: at === undefined ? '' : addressOf(at, row.row),
    }
  })
}

/** Returns the template with this dealer's own words. */
export async function getTemplate(
  { db, session, now, may, catalogue }: Context,
  { files, downloads }: TransferDeps,
) {
  const names = await readNames(db, session.scope, catalogue)
  const key = await writeTemplate(files, session.dealerId, names)
  return {
    filePath: downloads.link({ key, memberId: session.memberId, fileName: '客户导入模板.xlsx', may }, now),
  }
}
