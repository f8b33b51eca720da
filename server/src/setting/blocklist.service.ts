import { judge } from '@showroom/contract/kernel/judge'
import { maskIdNo, maskMobile } from '@showroom/contract/kernel/mask'
import { AddBlocked, blockedColumns, blockedImportMaxRows } from '@showroom/contract/setting/blocklist.schema'
import type { ImportBlockedAnswer } from '@showroom/contract/setting/blocklist.schema'
import { importBlocked as importCall } from '@showroom/contract/setting/setting.api'
import { audit } from '../platform/auditing/audit.ts'
import { transact } from '../platform/db/client.ts'
import type { FileStore } from '../platform/files/files.ts'
import type { Context } from '../platform/http/handler.ts'
import { runOnce } from '../platform/http/idempotency.ts'
import { Refusal } from '../platform/refusal.ts'
import { addressOf } from '../platform/xlsx/table.ts'
import type { Match, TableField } from '../platform/xlsx/table.ts'
import { markedCells, readUploadedTable } from '../platform/xlsx/uploaded.ts'
import { plain } from '../platform/xlsx/xlsx.ts'
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

const mostErrors = 50

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
  const rows = await readSheet(context, files, file)
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
  const { match, rows } = await readUploadedTable(context, files, file, {
    fields: blockedFields,
    maxRows: blockedImportMaxRows,
    lacking: (found) =>
      found['手机号'] === undefined && found['身份证号码'] === undefined ? ['手机号或身份证号码'] : [],
  })
  return rows.map((row) => ({
    number: row.number,
    form: formOf(row, match),
    errors: markedCells(row, match).map(
      ({ heading, at, text }) => `${addressOf(at, row.number)}${heading}：${text}`,
    ),
  }))
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
