import { NewCustomer } from '@showroom/contract/customer/add.schema'
import { cleanLine, cleanText } from '@showroom/contract/kernel/clean'
import { maskMobile, maskText } from '@showroom/contract/kernel/mask'
import { readPhones } from '@showroom/contract/kernel/phones'
import { readTime } from '@showroom/contract/kernel/written'
import { findTable, markTexts } from '../../platform/xlsx/table.ts'
import type { SheetTable, TableField } from '../../platform/xlsx/table.ts'
import type { FilledSheet, SheetRow } from '../../platform/xlsx/xlsx.ts'
import { plain } from '../../platform/xlsx/xlsx.ts'
import { firstOf, maskNumber, tableFields } from '../import/import.columns.ts'
import type { CellError, Names } from '../import/import.columns.ts'

/** The sheet of follow-ups of an older system. */

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

export interface FollowForm {
  readonly mobile: string
  /** Epoch seconds. */
  readonly at: number
  readonly way: string
  readonly text: string
  readonly person: string
  readonly memberId: number
}
export interface CheckedFollow {
  readonly rowNo: number
  readonly cells: readonly string[]
  readonly form: FollowForm | null
  readonly errors: readonly CellError[]
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
export const unknownMobile = (mobile: string): CellError => ({
  column: '客户手机号',
  value: maskMobile(mobile),
  text: '该手机号未建档',
})
