import { NewCustomer } from '@showroom/contract/customer/add.schema'
import { cleanLine, cleanText } from '@showroom/contract/kernel/clean'
import { maskMobile, maskText } from '@showroom/contract/kernel/mask'
import { readPhones } from '@showroom/contract/kernel/phones'
import { readTime } from '@showroom/contract/kernel/written'
import { findTable, markTexts } from '../../platform/xlsx/table.ts'
import type { SheetTable, TableField } from '../../platform/xlsx/table.ts'
import { plain } from '../../platform/xlsx/xlsx.ts'
import type { FilledSheet, SheetRow } from '../../platform/xlsx/xlsx.ts'
import { firstOf, maskNumber, tableFields } from '../import/import.columns.ts'
import type { CellError, Names } from '../import/import.columns.ts'
import { findOnFile, importFollows } from '../../customer/index.ts'
import type { Executor } from '../../platform/db/client.ts'
import type { Acting } from '../../platform/http/handler.ts'
import type { Scope } from '../../platform/session/session.ts'
import { followState, listWaitingFollows } from './follow.repository.ts'
import type { CheckedFollow } from './follow.repository.ts'
import { setOutcomes } from '../import/import.repository.ts'
import type { ClaimedImport, Outcome } from '../import/import.repository.ts'

/** The follow-ups of an older system: read from their sheet, checked, and added to timelines. */

export const followSheet = '跟进记录'
export const followColumns = [
  {
    heading: '客户手机号',
    width: 16,
    hint: '已建档，或在“客户导入”表中',
    required: true,
    aliases:
      '手机号 手机 手机号码 电话 电话号码 联系电话 客户手机 客户电话 客户手机号码 移动电话 mobile phone',
  },
  {
    heading: '时间',
    width: 20,
    hint: '如 2025-03-01 14:30',
    required: true,
    aliases: '跟进时间 跟进日期 联系时间 沟通时间 回访时间 回访日期 拜访时间 记录时间 日期',
  },
  {
    heading: '方式',
    width: 12,
    hint: '如 电话、微信、到店',
    aliases: '跟进方式 沟通方式 回访方式 跟进类型 沟通类型',
  },
  {
    heading: '内容',
    width: 60,
    hint: '不超过1000个字',
    required: true,
    aliases: '跟进内容 沟通内容 回访内容 跟进记录 沟通记录 跟进情况 跟进详情 跟进备注',
  },
  {
    heading: '跟进人',
    width: 14,
    hint: '成员姓名；其他姓名按原文保留',
    aliases: '跟进人员 跟进顾问 销售顾问 顾问 客户经理 业务员 销售 记录人 回访人',
  },
] as const
type Heading = (typeof followColumns)[number]['heading']

const fields: readonly TableField[] = followColumns.map(({ heading, aliases, ...column }) => ({
  heading,
  aliases: aliases.split(' '),
  ...('required' in column && { required: true }),
}))

/** Finds the sheet that lists follow-ups: it has their columns, and lacks those of a list of customers. Skips an empty one. */
export function findFollows(sheets: readonly FilledSheet[]): SheetTable | undefined {
  for (const sheet of sheets) {
    const table = findTable([sheet], fields)
    if (!table || table.missing.length > 0) continue
    const places = Object.values(table.match)
    if (!table.rows.some(({ cells }) => places.some((at) => cells[at]))) continue
    if ((findTable([sheet], tableFields)?.missing.length ?? 0) > 0) return table
  }
  return undefined
}

const longestSaid = 1000
const longestWord = 40
const earliest = Date.parse('2000-01-01T00:00:00+08:00') / 1000

/** Returns the non-empty rows of the table, checked without the database. */
export function readFollows(
  { rows, match }: Pick<SheetTable, 'rows' | 'match'>,
  { members }: Pick<Names, 'members'>,
  nowSeconds: number,
): CheckedFollow[] {
  return rows
    .map((row) => readFollow(row, match, members, nowSeconds))
    .filter(({ cells, errors }) => cells.some(Boolean) || errors.some(({ value }) => value))
}

function readFollow(
  { number, cells, marks }: SheetRow,
  match: SheetTable['match'],
  members: Names['members'],
  nowSeconds: number,
): CheckedFollow {
  const at = (heading: Heading): number => match[heading] ?? -1
  const text = (heading: Heading): string => plain(cells[at(heading)] ?? '').trim()
  const errors: CellError[] = []
  const wrong = (heading: Heading, problem: string): void => {
    const value = firstOf(text(heading), 100)
    const masked = heading === '客户手机号' ? maskNumber(value) : maskText(value)
    if (!errors.some(({ column }) => column === heading))
      errors.push({ column: heading, value: masked, text: problem })
  }
  for (const { heading } of followColumns) {
    const mark = marks?.[at(heading)]
    if (mark && !(mark === 'date' && heading === '时间')) wrong(heading, markTexts[mark])
  }
  const mobile = NewCustomer.shape.mobile.safeParse(
    readPhones(text('客户手机号')).mobile || text('客户手机号'),
  )
  if (mobile.error) wrong('客户手机号', mobile.error.issues[0]?.message ?? '请输入正确的手机号')
  const seconds = readTime(text('时间'), nowSeconds, (time) => time <= nowSeconds)
  if (Number.isNaN(seconds) || seconds < earliest) wrong('时间', '时间格式不正确，请填写如 2025-03-01 14:30')
  else if (seconds > nowSeconds) wrong('时间', '时间不能晚于现在')
  const content = cleanText(text('内容'))
  if (content === '') wrong('内容', '请填写内容')
  else if (content.length > longestSaid) wrong('内容', `不能超过${longestSaid}个字`)
  const person = cleanLine(text('跟进人'))
  const member = members.code(person)
  return {
    rowNo: number,
    cells: followColumns.map(({ heading }) => firstOf(text(heading), longestSaid)),
    form:
      errors.length > 0 || !mobile.data
        ? null
        : {
            mobile: mobile.data,
            at: seconds,
            way: firstOf(cleanLine(text('方式')), longestWord),
            text: content,
            person: firstOf(maskText(person), longestWord),
            memberId: typeof member === 'number' ? member : 0,
          },
    errors,
  }
}

/** The error of a follow-up whose mobile is neither on file nor among the customers of the workbook. */
const unknownMobile = (mobile: string): CellError => ({
  column: '客户手机号',
  value: maskMobile(mobile),
  text: '该手机号未建档',
})

/** Marks follow-ups of unknown mobiles. `made` are the mobiles of the customers that the import would make. */
export async function checkFollows(
  db: Executor,
  scope: Scope,
  rows: readonly CheckedFollow[],
  made: ReadonlySet<string>,
): Promise<CheckedFollow[]> {
  const mobiles = rows.flatMap(({ form }) => form?.mobile ?? [])
  const onFile = await findOnFile(db, scope, mobiles)
  return rows.map((row) => {
    const { form } = row
    if (!form || onFile.has(form.mobile) || made.has(form.mobile)) return row
    return { ...row, errors: [unknownMobile(form.mobile)] }
  })
}

/** Adds the next follow-ups to their timelines. */
export async function addFollows(acting: Acting, claimed: ClaimedImport, size: number): Promise<void> {
  const { db, session } = acting
  const rows = await listWaitingFollows(db, claimed, size)
  const onFile = await findOnFile(
    db,
    session.scope,
    rows.map(({ form }) => form.mobile),
  )
  const follows = rows.flatMap(({ rowNo, form: { mobile, at, ...form } }) => {
    const customerId = onFile.get(mobile)
    return customerId ? [{ rowNo, customerId, at: new Date(at * 1000), ...form }] : []
  })
  const { added, missing } = await importFollows(acting, follows)
  const outcomes = rows.map(({ rowNo, form: { mobile } }): Outcome => {
    if (!onFile.has(mobile) || missing.has(rowNo))
      return { rowNo, state: followState.wrong, errors: [unknownMobile(mobile)] }
    return { rowNo, state: added.has(rowNo) ? followState.added : followState.duplicate, errors: [] }
  })
  await setOutcomes(db, 'import_follow', claimed, outcomes)
}
