import { dictionaryKinds } from '@showroom/contract/base/base.schema'
import { moduleNames } from '@showroom/contract/kernel/call'
import { problemOf } from './book.ts'
import type { Book, Problem, Row } from './book.ts'
import { catalogueSheets } from './catalogue.sheets.ts'
import type { CatalogueSheet, Field } from './catalogue.sheets.ts'
import { firstOf } from './rows.ts'
import type { Report } from './rows.ts'

/** Plans the changes of a catalogue file. Nothing is ever removed, as files and orders refer to it. */

/** The columns of a row as texts; parents by their codes. */
export type Entry = Readonly<Record<string, string>>
/** The existing rows, by sheet and key. */
export type Catalogue = ReadonlyMap<string, ReadonlyMap<string, Entry>>

export interface TablePlan {
  readonly sheet: string
  readonly added: readonly Entry[]
  readonly changed: readonly Entry[]
}

export const keyOf = ({ keys }: CatalogueSheet, entry: Entry): string =>
  keys.map((column) => entry[column] ?? '').join(' ')

export function planCatalogue(
  book: Book,
  catalogue: Catalogue,
): { readonly tables: readonly TablePlan[]; readonly problems: readonly Problem[] } {
  const problems: Problem[] = [...book.problems]
  const report: Report = (row, column, text) => void problems.push(problemOf(row, column, text))
  const keys = new Map([...catalogue].map(([sheet, entries]) => [sheet, new Set(entries.keys())]))
  // Sheets of parents come before those of their children.
  const tables = catalogueSheets.map((sheet): TablePlan => {
    const seen = new Map<string, number>()
    const added: Entry[] = []
    const changed: Entry[] = []
    for (const row of book.rows(sheet.name)) {
      const given = keyOf(
        sheet,
        readEntry(sheet, row, undefined, () => undefined),
      )
      const before = catalogue.get(sheet.name)?.get(given)
      const entry = readEntry(sheet, row, before, report)
      const heading = sheet.columns[sheet.keys.length - 1]?.heading ?? ''
      if (!firstOf(seen, given.trim(), row, heading, report)) continue
      checkParents(sheet, row, entry, before, keys, report)
      if (sheet.name === '字典') checkDictionary(row, entry, report)
      keys.get(sheet.name)?.add(given)
      if (!before) added.push(entry)
      else if (sheet.columns.some(({ column }) => entry[column] !== before[column])) changed.push(entry)
    }
    return { sheet: sheet.name, added, changed }
  })
  return { tables, problems }
}

const rules = {
  text: { pattern: /^[^\p{Cc}]{0,100}$/u, text: '不能超过100个字' },
  code: { pattern: /^[\w.-]{0,40}$/, text: '只能是字母、数字、-、_、.，不超过40个' },
  number: { pattern: /^(?:0|[1-9]\d{0,7})?$/, text: '请填写不超过8位的整数' },
  off: { pattern: /^(?:启用|停用)?$/, text: '请填写启用或停用' },
  yuan: { pattern: /^(?:\d{1,9}(?:\.\d{1,2})?)?$/, text: '请填写金额，最多两位小数' },
} as const

function readEntry(sheet: CatalogueSheet, row: Row, before: Entry | undefined, report: Report): Entry {
  const cells = sheet.columns.map((column) => {
    const text = row.cell(column.heading)
    const { pattern, text: problem } = rules[column.kind]
    if (!pattern.test(text)) {
      report(row, column.heading, problem)
      return [column.column, ''] as const
    }
    if (text !== '') return [column.column, stored(column, text)] as const
    return [column.column, before?.[column.column] ?? usual(column, row)] as const
  })
  return Object.fromEntries(cells)
}

function stored({ kind }: Field, text: string): string {
  if (kind === 'off') return String(text === '停用')
  if (kind !== 'yuan') return text
  const [yuan = '0', cents = ''] = text.split('.')
  return String(Number(yuan) * 100 + Number(cents.padEnd(2, '0')))
}

/** Value of an empty cell in a new row. */
const usual = ({ column, kind }: Field, row: Row): string => {
  if (kind === 'off') return 'false'
  return column === 'position' ? String(row.number) : column === 'name' ? row.cell('显示') : ''
}

function checkParents(
  { columns }: CatalogueSheet,
  row: Row,
  entry: Entry,
  before: Entry | undefined,
  keys: ReadonlyMap<string, ReadonlySet<string>>,
  report: Report,
): void {
  for (const { column, heading, parent } of columns) {
    const code = entry[column] ?? ''
    if (!parent || code === '') continue
    if (!keys.get(parent)?.has(code)) report(row, heading, `${parent}不存在`)
    else if (before && before[column] !== code)
      report(row, heading, `已属于${before[column] ?? ''}，不可更改`)
  }
}

function checkDictionary(row: Row, { kind = '', remark = '' }: Entry, report: Report): void {
  if (!(dictionaryKinds as readonly string[]).includes(kind)) report(row, '字典', '没有此字典')
  if (kind !== 'dealerMemberRoles') return
  const unknown = remark
    .split(',')
    .filter((name) => name && !(moduleNames as readonly string[]).includes(name))
  if (unknown.length > 0) report(row, '备注', `没有此权限：${unknown.join('、')}`)
}
