import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { addressOf, findTable, headingKey, markTexts } from '../../platform/xlsx/table.ts'
import type { SheetTable } from '../../platform/xlsx/table.ts'
import { plain, readXlsx, writeXlsx } from '../../platform/xlsx/xlsx.ts'
import type { FilledSheet } from '../../platform/xlsx/xlsx.ts'

/** An import file: a workbook, or JSON with the same sheets and headings. */

export interface ColumnSpec {
  readonly heading: string
  /** The field that the column sets. */
  readonly key?: string
  /** The field identifies the row; another column names its former value. */
  readonly identifies?: true
  readonly width: number
  readonly hint: string
  readonly example: string
  readonly required?: true
}
export interface SheetSpec {
  readonly name: string
  readonly columns: readonly ColumnSpec[]
}

/** A problem in the file and its place; `row` as numbered in the sheet, 0 for the whole sheet. */
export interface Problem {
  readonly sheet: string
  readonly row: number
  readonly column: string
  readonly text: string
}

export interface Row {
  readonly sheet: string
  readonly number: number
  /** Returns the trimmed cell under a heading; empty if the column is missing. */
  readonly cell: (heading: string) => string
}
export interface Book {
  readonly rows: (sheet: string) => readonly Row[]
  readonly problems: readonly Problem[]
}

/** Thrown if the file cannot be read at all; the message gives the reason. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable'
}

const maxBytes = 20_000_000
const maxUnpackedBytes = 400_000_000
const maxRows = 50_000

const unreadableTexts = {
  notXlsx: 'is no workbook (.xlsx)',
  password: 'is protected by a password',
  macros: 'holds macros',
  bomb: 'unpacks to too much',
  unreadable: 'cannot be read',
} as const

const Json = z.record(
  z.string(),
  z.array(z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))),
)
const textOf = (value: string | number | boolean | null): string =>
  value === null ? '' : typeof value === 'boolean' ? (value ? '是' : '否') : String(value)

/** Numbers JSON rows like a sheet: the first is row 2. */
function readJson(text: string, file: string): FilledSheet[] {
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch (error) {
    throw new Unreadable(`${file}: ${(error as Error).message}`, { cause: error })
  }
  const parsed = Json.safeParse(content)
  if (!parsed.success)
    throw new Unreadable(`${file}: expected { "sheet": [{ "heading": "value" }] } with texts and numbers`)
  return Object.entries(parsed.data).map(([name, records]) => {
    const head = [...new Set(records.flatMap((record) => Object.keys(record)))]
    const rows = records.map((record, at) => ({
      number: at + 2,
      cells: head.map((heading) => textOf(record[heading] ?? null)),
    }))
    return { name, rows: [{ number: 1, cells: head }, ...rows] }
  })
}

async function readWorkbook(bytes: Buffer, file: string): Promise<readonly FilledSheet[]> {
  const answer = await readXlsx({ bytes, maxUnpackedBytes, maxRows: maxRows + 1 })
  if ('problem' in answer) throw new Unreadable(`${file} ${unreadableTexts[answer.problem]}`)
  const visible = answer.sheets.filter(({ isHidden }) => !isHidden)
  if (visible.some(({ rows }) => rows.length > maxRows + 1))
    throw new Unreadable(`${file} has more than ${maxRows} rows in a sheet`)
  return visible
}

/** Reads the sheets listed in `specs`, with the problems of the sheets themselves. Throws `Unreadable`. */
export async function readBook(file: string, specs: readonly SheetSpec[]): Promise<Book> {
  const bytes = await readFile(file).catch((error: Error) => {
    throw new Unreadable(error.message, { cause: error })
  })
  if (bytes.length > maxBytes) throw new Unreadable(`${file} is larger than ${maxBytes / 1e6} MB`)
  const isJson = path.extname(file).toLowerCase() === '.json'
  const raw = isJson ? readJson(bytes.toString('utf8'), file) : await readWorkbook(bytes, file)
  const specNames = new Map(specs.map((spec) => [spec.name, spec]))
  const problems: Problem[] = []
  const sheets = new Map<string, Row[]>()
  for (const rawSheet of raw) {
    const { name } = rawSheet
    if (name === guide) continue
    const spec = specNames.get(name)
    if (!spec) {
      problems.push({
        sheet: name,
        row: 0,
        column: '',
        text: `工作表不存在，应为：${[...specNames.keys()].join('、')}`,
      })
      continue
    }
    const table = findTable([rawSheet], spec.columns)
    if (table && table.rows.length > 0) problems.push(...headProblems(spec, table), ...markProblems(table))
    const { rows = [], match = {} } = table ?? {}
    sheets.set(
      name,
      rows.map(({ number, cells }) => ({
        sheet: name,
        number,
        cell: (heading) => plain(cells[match[heading] ?? -1] ?? '').trim(),
      })),
    )
  }
  if (sheets.size === 0 && problems.length === 0) throw new Unreadable(`${file} holds nothing to apply`)
  const all = specs.flatMap((spec) => (sheets.get(spec.name) ?? []).flatMap((row) => missingCells(spec, row)))
  return { rows: (sheet) => sheets.get(sheet) ?? [], problems: [...problems, ...all] }
}

function headProblems({ name }: SheetSpec, { headingRow, match, open, missing }: SheetTable): Problem[] {
  const headings = new Set(Object.keys(match).map(headingKey))
  const wrong = (column: string, text: string): Problem => ({ sheet: name, row: headingRow, column, text })
  return [
    ...missing.map((heading) => wrong(heading, '缺少此列')),
    ...open.map(({ heading }) => wrong(heading, headings.has(headingKey(heading)) ? '此列重复' : '没有此列')),
  ]
}

/** Reports the cells whose content is not what a person typed. */
const markProblems = ({ sheet, rows, match }: SheetTable): Problem[] =>
  rows.flatMap(({ number, marks }) =>
    Object.entries(marks ? match : {}).flatMap(([column, at]) => {
      const mark = marks?.[at]
      return mark
        ? [{ sheet, row: number, column, text: `${addressOf(at, number)}：${markTexts[mark]}` }]
        : []
    }),
  )

const missingCells = ({ columns }: SheetSpec, row: Row): Problem[] =>
  columns.flatMap(({ heading, required }) =>
    required && row.cell(heading) === '' ? [problemOf(row, heading, `请填写${heading}`)] : [],
  )

export const problemOf = ({ sheet, number }: Row, column: string, text: string): Problem => ({
  sheet,
  row: number,
  column,
  text,
})

const guide = '填写说明'

/** Writes an empty template: sheets with headings only, so that no example rows are imported by mistake, and a sheet with instructions. */
export async function writeTemplate(file: string, specs: readonly SheetSpec[]): Promise<void> {
  const bytes = await writeXlsx([
    ...specs.map(({ name, columns }) => ({
      name,
      isForm: true as const,
      columns: columns.map(({ heading, width, required }) => ({
        heading: required ? `${heading}*` : heading,
        width,
      })),
      rows: [],
    })),
    {
      name: guide,
      columns: ['工作表', '列', '是否必填', '说明', '示例'].map((heading, at) => ({
        heading,
        width: at === 3 ? 60 : 16,
      })),
      rows: specs.flatMap(({ name, columns }) =>
        columns.map(({ heading, required, hint, example }) => [
          name,
          heading,
          required ? '必填' : '',
          hint,
          example,
        ]),
      ),
    },
  ])
  // Never overwrites a file someone may have filled in.
  await writeFile(file, bytes, { flag: 'wx' }).catch((error: Error & { code?: string }) => {
    throw new Unreadable(error.code === 'EEXIST' ? `${file} exists already` : error.message, { cause: error })
  })
}
