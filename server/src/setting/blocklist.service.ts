import { buffer } from 'node:stream/consumers'
import { judge } from '@showroom/contract/kernel/judge'
import { maskIdNo, maskMobile } from '@showroom/contract/kernel/mask'
import { AddBlocked, blockedColumns, blockedImportMaxRows } from '@showroom/contract/setting/blocklist.schema'
import type { ImportBlockedAnswer } from '@showroom/contract/setting/blocklist.schema'
import { importBlocked as importCall } from '@showroom/contract/setting/setting.api'
import { fileProblem, importTexts, missingColumns } from '@showroom/contract/transfer/transfer.schema'
import { audit } from '../platform/auditing/audit.ts'
import { transact } from '../platform/db/client.ts'
import type { FileStore } from '../platform/files/files.ts'
import { checkUpload, refusalText } from '../platform/files/uploads.ts'
import type { Context } from '../platform/http/handler.ts'
import { runOnce } from '../platform/http/idempotency.ts'
import { Refusal } from '../platform/refusal.ts'
import { createTurns } from '../platform/jobs/turns.ts'
import { addressOf, findTable, markTexts, searchedRows } from '../platform/xlsx/table.ts'
import type { Match, TableField } from '../platform/xlsx/table.ts'
import { plain, readXlsx } from '../platform/xlsx/xlsx.ts'
import type { SheetRow } from '../platform/xlsx/xlsx.ts'
import { deleteBlocked, insertBlocked } from './blocklist.repository.ts'
import type { NewBlocked } from './blocklist.repository.ts'

/** Maintains the store's own blocklist. New entries take effect at the next action. */

const masked = ({ mobile, identifyNo }: Pick<NewBlocked, 'mobile' | 'identifyNo'>) => ({
  mobile: maskMobile(mobile),
  identifyNo: maskIdNo(identifyNo),
})

export async function addBlocked(context: Context, person: NewBlocked): Promise<void> {
  const { db, session, now } = context
  const [id] = await insertBlocked(db, session.scope, [person], { memberName: session.memberName, at: now })
  if (id === undefined) throw new Refusal('BLOCKED_ALREADY')
  await audit(context, 'setting', `blocklist:${id}`, { old: null, new: masked(person) })
}

export async function removeBlocked(context: Context, id: number): Promise<void> {
  const gone = await deleteBlocked(context.db, context.session.scope, id)
  if (!gone) throw new Refusal('NOT_FOUND')
  await audit(context, 'setting', `blocklist:${id}`, { old: gone, new: null })
}

const refuseFile = (text: string): Refusal => new Refusal('UPLOAD_REFUSED', { text })

const maxUnpackedBytes = 32 * 1024 * 1024
const mostErrors = 50

/** Runs one import at a time, so that one of the two workbook threads stays free for exports; up to four wait. */
const reads = createTurns(1, 4)

/**
 * Adds all people in an uploaded workbook; invalid rows fail individually. Reading may take a while, so the transaction starts after it
 * and holds no connection before. A file is imported once; a repeated request gets the same response.
 */
export async function importBlocked(
  context: Context,
  files: FileStore,
  file: string,
): Promise<ImportBlockedAnswer> {
  const { db, session, now } = context
  const rows = await reads.run(() => readSheet(context, files, file))
  const claim = { key: file, path: importCall.path, body: file, now }
  const answer = await transact(db, (trx) =>
    runOnce(trx, session.scope, claim, async () =>
      JSON.stringify(await insertRows({ ...context, db: trx }, rows)),
    ),
  )
  return JSON.parse(answer) as ImportBlockedAnswer
}

async function insertRows(
  context: Context,
  rows: Awaited<ReturnType<typeof readSheet>>,
): Promise<ImportBlockedAnswer> {
  const { db, session, now } = context
  const errors: { row: number; text: string }[] = []
  const persons: NewBlocked[] = []
  for (const { number, form, errors: marked } of rows) {
    const parsed = judge(AddBlocked, form)
    if (marked.length > 0) errors.push({ row: number, text: marked.join('；') })
    else if (parsed.success) persons.push(parsed.data)
    else errors.push({ row: number, text: parsed.error.issues.map(({ message }) => message).join('；') })
  }
  const inserted = await insertBlocked(db, session.scope, persons, {
    memberName: session.memberName,
    at: now,
  })
  if (inserted.length > 0)
    await audit(context, 'setting', 'blocklist:import', { old: null, new: { total: inserted.length } })
  return {
    successTotal: inserted.length,
    duplicateTotal: persons.length - inserted.length,
    failTotal: errors.length,
    errors: errors.slice(0, mostErrors),
  }
}

async function readSheet(context: Context, files: FileStore, file: string) {
  const { result: taken } = await checkUpload(context, files, 'z-backend', file)
  if (taken !== 'taken') throw refuseFile(refusalText(file, taken, '请选择导入文件'))
  const stream = await files.read(file)
  const bytes = stream ? await buffer(stream) : Buffer.alloc(0)
  const answer = await readXlsx({
    bytes,
    maxUnpackedBytes,
    maxRows: blockedImportMaxRows + searchedRows,
  })
  if ('problem' in answer) throw refuseFile(fileProblem(answer.problem, '', bytes))
  const table = findTable(answer.sheets, blockedFields)
  if (!table || table.rows.length === 0) throw refuseFile(importTexts.empty)
  const { match, missing, rows } = table
  const hasNumbers = match['手机号'] !== undefined || match['身份证号码'] !== undefined
  const lacking = [...(hasNumbers ? [] : ['手机号或身份证号码']), ...missing]
  if (lacking.length > 0) throw refuseFile(missingColumns(lacking))
  if (rows.length > blockedImportMaxRows)
    throw refuseFile(`单次最多导入${blockedImportMaxRows}行，请拆分后重试`)
  return rows.map((row) => ({ number: row.number, form: formOf(row, match), errors: markErrors(row, match) }))
}

const aliases: Readonly<Record<(typeof blockedColumns)[number], string>> = {
  姓名: '客户姓名 客户名称 名字 客户',
  手机号: '手机 手机号码 电话 电话号码 联系电话 客户手机号',
  身份证号码: '身份证 身份证号 证件号 证件号码',
  联系人: '联络人 门店联系人 咨询联系人',
}
const blockedFields: readonly TableField[] = blockedColumns.map((heading) => ({
  heading,
  aliases: aliases[heading].split(' '),
  ...(heading === '联系人' && { required: true }),
}))

/** Names the cells whose content is not what a person typed. */
const markErrors = ({ number, marks = {} }: SheetRow, match: Match): string[] =>
  Object.entries(match).flatMap(([heading, at]) =>
    marks[at] ? [`${addressOf(at, number)}${heading}：${markTexts[marks[at]]}`] : [],
  )

function formOf({ cells }: SheetRow, match: Match) {
  const [name = '', mobile = '', identifyNo = '', contacts = ''] = blockedColumns.map((column) =>
    plain(cells[match[column] ?? -1] ?? ''),
  )
  return {
    name,
    mobile,
    identifyNo,
    contacts: contacts.split(/[、,，;；]/).filter((one) => one.trim() !== ''),
  }
}
