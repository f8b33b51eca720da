import { createHash } from 'node:crypto'
import type { CellMark, FilledSheet, SheetRow } from './xlsx.ts'

/** Finds the table in a workbook: its sheet, its row of headings, and which of its columns holds which field. */

/** A field that a column may hold, named by its heading in our template. */
export interface TableField {
  readonly heading: string
  /** Other headings with the same meaning. */
  readonly aliases?: readonly string[]
  readonly required?: true
}

/** Columns, from 0, by the headings of their fields. */
export type Match = Readonly<Record<string, number>>

export interface Matched {
  readonly match: Match
  /** Columns with a heading that names no field. */
  readonly open: readonly { readonly at: number; readonly heading: string }[]
  /** Required fields without a column. */
  readonly missing: readonly string[]
}

export interface SheetTable extends Matched {
  readonly sheet: string
  /** Row number of the headings in the sheet, from 1. */
  readonly headingRow: number
  /** Headings as written, by column. */
  readonly headings: readonly string[]
  /** The non-empty rows below the headings. */
  readonly rows: readonly SheetRow[]
  /** As of the sheet. */
  readonly isUnaddressed: boolean
}

/** Fields by the ids of headings (`headingIds`) that members matched before; an empty field is a column to leave out. */
export type Chosen = ReadonlyMap<string, string>

/** Headings are looked for in these first rows of a sheet. */
export const searchedRows = 30
/** Sheets of our own templates that explain the first one. */
export const guides: ReadonlySet<string> = new Set(['填写说明', '可选内容', '未导入的单元格'])
/** Columns that carry no data of a row: counters, and the reasons that our workbook of failed rows adds. */
const idle: ReadonlySet<string> = new Set(['失败原因', '序号', '编号', '行号', 'no'])

const requiredMark = '(?:是否)?(?:非?必填|必选|选填|可选|可不填|required|optional)(?:项)?'
/** Decorations of a heading; each is removed until none is left. */
const decorations: readonly RegExp[] = [
  new RegExp(`[([{【<〔「]${requiredMark}[)\\]}】>〕」]`, 'gu'),
  // Punctuation around it, without remarks in brackets.
  /^[^\p{L}\p{N}([{【<〔「]|[^\p{L}\p{N})\]}】>〕」]$/gu,
  /^(?:非?必填|必选|选填)(?:项)?/u,
  new RegExp(`(?<=.)${requiredMark}$`, 'u'),
  // Numbering.
  /^\d+[.、):-]/u,
]
/** Longer headings are compared by their beginning. */
const longestHeading = 100
const remark = /[([{【<〔「][^([{【<〔「)\]}】>〕」]*[)\]}】>〕」]/gu
/** A remark with one of these words names another field, such as 手机号（备用）. */
const otherField = /备用|第二|其[他它]|另|[旧原曾]|家|配偶|父|母|紧急|推荐|介绍|\d/u

function undecorated(heading: string): string {
  const plainer = decorations.reduce((text, decoration) => text.replace(decoration, ''), heading)
  return plainer === heading ? heading : undecorated(plainer)
}

/** Reduces a heading to what it means: without marks of required columns, numbering, punctuation and invisible characters. */
export const headingKey = (heading: string): string =>
  undecorated(
    heading
      .slice(0, longestHeading)
      .normalize('NFKC')
      .toLowerCase()
      .replaceAll(/[\s\p{Cf}\p{Cc}]/gu, ''),
  ).replaceAll(/[^\p{L}\p{N}]/gu, '')

/** The same without remarks in brackets, such as （万元）. */
function barerKey(heading: string): string {
  const normal = heading.slice(0, longestHeading).normalize('NFKC')
  const remarks = normal.match(remark) ?? []
  return remarks.some((one) => otherField.test(one))
    ? headingKey(heading)
    : headingKey(normal.replaceAll(remark, ''))
}

export const hashOf = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, 22)

/**
 * Ids of the headings of a row, empty for a column without heading. Equal headings get different ids. A heading may be a person's number
 * by mistake, so ids are hashes.
 */
export function headingIds(headings: readonly string[]): string[] {
  const seen = new Map<string, number>()
  return headings.map((heading) => {
    const key = headingKey(heading)
    if (key === '') return ''
    const times = (seen.get(key) ?? 0) + 1
    seen.set(key, times)
    return hashOf(times > 1 ? `${key}#${times}` : key)
  })
}

/** Id of a row's headings as a set. */
export const headingsId = (headings: readonly string[]): string =>
  hashOf(headingIds(headings).filter(Boolean).toSorted().join('\n'))

/** Whether a cell fits a field. */
export type Fit = (field: string, text: string) => boolean
/** Share of a column's first cells that fit a field, from 0 to 1. */
export type Rate = (field: string, at: number) => number

/**
 * Matches headings to fields: as chosen before, by our own heading, by an alias, and last without remarks in brackets. An alias of several
 * fields is the one that its column fits best: 意向 may be the level or the series.
 */
export function matchHeadings(
  headings: readonly string[],
  fields: readonly TableField[],
  chosen: Chosen = new Map(),
  rate: Rate = () => 0,
): Matched {
  const byHeading = new Map(fields.map(({ heading }) => [headingKey(heading), heading]))
  const byAlias = new Map<string, string[]>()
  for (const { heading, aliases = [] } of fields)
    for (const alias of aliases) {
      const key = headingKey(alias)
      byAlias.set(key, [...(byAlias.get(key) ?? []), heading])
    }
  const reserved = new Set(['', ...fields.map(({ heading }) => heading)])
  const keys = headings.map(headingKey)
  const ids = chosen.size > 0 ? headingIds(headings) : []
  const match = new Map<string, number>()
  const settled = new Set<number>()
  const passes: ((at: number) => readonly (string | undefined)[])[] = [
    (at) => [chosen.get(ids[at] ?? '')],
    (at) => [byHeading.get(keys[at] ?? '')],
    (at) => {
      const named = byAlias.get(keys[at] ?? '') ?? []
      return named.length === 1 ? named : []
    },
    (at) => byAlias.get(keys[at] ?? '') ?? [],
    (at) => {
      const key = barerKey(headings[at] ?? '')
      return [byHeading.get(key), ...(byAlias.get(key) ?? [])]
    },
  ]
  for (const pass of passes)
    for (const at of keys.keys()) {
      if (settled.has(at) || keys[at] === '') continue
      const [field] = pass(at)
        .filter((one) => one !== undefined && reserved.has(one) && !match.has(one))
        .map((one = '') => ({ one, rate: rate(one, at) }))
        .toSorted((one, other) => other.rate - one.rate)
      if (!field) continue
      settled.add(at)
      if (field.one !== '') match.set(field.one, at)
    }
  return {
    match: Object.fromEntries(match),
    open: headings.flatMap((heading, at) =>
      settled.has(at) || keys[at] === '' || idle.has(keys[at] ?? '') ? [] : [{ at, heading }],
    ),
    missing: fields.flatMap(({ heading, required }) => (required && !match.has(heading) ? [heading] : [])),
  }
}

/** Cells of a column that are compared with a field. */
const comparedCells = 50

/** Rates the columns of a table by their first cells. */
export const rateOf =
  (rows: readonly SheetRow[], fit: Fit): Rate =>
  (field, at) => {
    const cells = rows
      .map(({ cells: row }) => row[at] ?? '')
      .filter(Boolean)
      .slice(0, comparedCells)
    return cells.length === 0 ? 0 : cells.filter((cell) => fit(field, cell)).length / cells.length
  }

/** Takes that row of the sheet as the headings of a table. */
export function tableAt(
  sheet: FilledSheet,
  index: number,
  fields: readonly TableField[],
  chosen?: Chosen,
  fit: Fit = () => false,
): SheetTable {
  const head = sheet.rows[index]
  const headings = head?.cells ?? []
  const rows = sheet.rows.slice(index + 1)
  return {
    sheet: sheet.name,
    headingRow: head?.number ?? 1,
    headings,
    rows,
    isUnaddressed: sheet.isUnaddressed ?? false,
    ...matchHeadings(headings, fields, chosen, rateOf(rows, fit)),
  }
}

/** Required fields count before optional ones. */
function score({ match, missing }: Matched, fields: readonly TableField[]): number {
  const matched = Object.keys(match).length
  const required = fields.filter((field) => field.required).length - missing.length
  return matched < Math.min(2, fields.length) ? 0 : required * 1000 + matched
}

export interface HeadingRow {
  readonly sheet: FilledSheet
  /** Place of the row among the sheet's filled rows. */
  readonly index: number
}

/** Returns the rows that may hold the headings: the first 30 of each visible sheet, and its first filled one. */
export function headingRows(sheets: readonly FilledSheet[]): HeadingRow[] {
  const visible = sheets.filter(({ isHidden, rows }) => !isHidden && rows.length > 0)
  const filled = visible.filter(({ name }) => !guides.has(name.trim()))
  return (filled.length > 0 ? filled : visible).flatMap((sheet) =>
    sheet.rows
      .slice(0, searchedRows)
      .flatMap(({ number }, index) => (number > searchedRows && index > 0 ? [] : [{ sheet, index }])),
  )
}

/**
 * Finds the table whose headings match most fields, in the first 30 rows of each visible sheet. Returns the first filled row as headings if
 * none match, and undefined for an empty workbook.
 */
export function findTable(
  sheets: readonly FilledSheet[],
  fields: readonly TableField[],
  fit?: Fit,
): SheetTable | undefined {
  let best: HeadingRow | undefined
  let bestScore = -1
  for (const row of headingRows(sheets)) {
    const points = score(matchHeadings(row.sheet.rows[row.index]?.cells ?? [], fields), fields)
    if (points <= bestScore) continue
    bestScore = points
    best = row
  }
  return best && tableAt(best.sheet, best.index, fields, undefined, fit)
}

/** Error values of formulas. Pasted as values they are texts. */
export const errorValue =
  /^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|SPILL!|CALC!|FIELD!|GETTING_DATA)$/i

/** Texts for cells whose content is not what a person typed. */
export const markTexts: Readonly<Record<CellMark, string>> = {
  error: '公式错误，请改为实际内容',
  formula: '公式没有结果，请用表格软件打开并保存，或改为实际内容',
  rounded: '数字超过15位，已被表格软件舍入，请将单元格设为文本后重新填写',
  date: '内容被表格软件转成了日期，请将单元格设为文本后重新填写',
}

/** Letters of a column, which counts from 0. */
export function lettersOf(column: number): string {
  let letters = ''
  for (let rest = column; rest >= 0; rest = Math.floor(rest / 26) - 1)
    letters = String.fromCodePoint(65 + (rest % 26)) + letters
  return letters
}

/** Address of a cell, such as U2; columns count from 0, rows from 1. */
export const addressOf = (column: number, row: number): string => `${lettersOf(column)}${row}`
