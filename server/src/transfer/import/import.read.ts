import { buffer } from 'node:stream/consumers'
import { wordKey } from '@showroom/contract/base/word.rules'
import { readPhones } from '@showroom/contract/kernel/phones'
import { isAdminRole } from '@showroom/contract/access/access.rules'
import {
  fileProblem,
  importMaxRows,
  importMaxUnpackedBytes,
  importTexts,
  missingColumns,
} from '@showroom/contract/transfer/transfer.schema'
import type { ImportLeft } from '@showroom/contract/transfer/transfer.schema'
import type { Database } from '../../platform/db/client.ts'
import type { FileStore } from '../../platform/files/files.ts'
import {
  findTable,
  guides,
  hashOf,
  headingIds,
  headingRows,
  headingsId,
  rateOf,
  searchedRows,
  tableAt,
} from '../../platform/xlsx/table.ts'
import type { Fit, SheetTable } from '../../platform/xlsx/table.ts'
import { readXlsx } from '../../platform/xlsx/xlsx.ts'
import type { FilledSheet, SheetRow } from '../../platform/xlsx/xlsx.ts'
import { findFollows } from '../follow/follow.service.ts'
import { findMatch } from '../match/match.repository.ts'
import { fitOf, wordsIn } from './import.cells.ts'
import { arrange, askedKinds, specs, tableFields, textAt } from './import.columns.ts'
import type { Heading, Names, RowCells, Whole } from './import.columns.ts'
import type { ClaimedImport } from './import.repository.ts'
import { keptOf, masked, missingColumnsOf, missingOf, placesOf, textsOf } from './import.table.ts'
import type { KeptTable, OpenWord } from './import.table.ts'

/** Reads the workbook of an import. */

export type ReadWorkbook =
  | { readonly refusal: string }
  /** Columns or words of this table wait to be matched. */
  | { readonly open: KeptTable }
  | {
      readonly rows: readonly RowCells[]
      readonly table: KeptTable | null
      /** The sheet of follow-ups. */
      readonly follows: SheetTable | undefined
    }

interface Deps {
  readonly db: Database
  readonly files: FileStore
}

export async function readWorkbook(deps: Deps, claimed: ClaimedImport, names: Names): Promise<ReadWorkbook> {
  const { fileKey, isDirect, way, memberRole, picked, whole } = claimed
  const stream = await deps.files.read(fileKey)
  if (!stream) return { refusal: importTexts.unreadable }
  const bytes = await buffer(stream)
  const answer = await readXlsx({
    bytes,
    maxUnpackedBytes: importMaxUnpackedBytes,
    maxRows: importMaxRows + searchedRows,
  })
  if ('problem' in answer) return { refusal: fileProblem(answer.problem, claimed.fileName, bytes) }
  const { sheets } = answer
  const { customers, follows } = await findTables(deps.db, claimed, sheets, names)
  if (follows && !customers) {
    if (!isAdminRole(memberRole)) return { refusal: importTexts.followsForAdmins }
    return follows.rows.length > importMaxRows
      ? { refusal: importTexts.tooMany }
      : { rows: [], table: null, follows }
  }
  if (!customers) return { refusal: importTexts.empty }
  const { table, parts, isMatched, guessed, offered } = customers
  const missing = isDirect
    ? missingColumnsOf(table, way)
    : missingOf({ way, memberRole }, [...Object.keys(table.match), ...Object.keys(whole ?? {})])
  if (isDirect && missing.length > 0) return { refusal: missingColumns(missing) }
  const total = [table, ...parts].reduce((sum, { rows }) => sum + rows.length, 0)
  if (Math.max(total, follows?.rows.length ?? 0) > importMaxRows) return { refusal: importTexts.tooMany }
  const isEmpty = ![table, ...parts].some(({ rows }) => rows.some(({ cells }) => cells.some(Boolean)))
  if (isEmpty && !follows) return { refusal: importTexts.empty }
  const texts = textsOf(whole ?? {}, names)
  const read = [table, ...parts].map((one, part) => readTable(alignRows(one, names), part, texts))
  const rows = read.flatMap((one) => one.rows)
  const words = isDirect ? [] : openWords(rows, table.match, names)
  const used = [table, ...parts, ...(follows ? [follows] : [])].map(({ sheet }) => sheet)
  const stored: KeptTable = {
    ...keptOf(table, guessed),
    places: placesOf(sheets),
    parts: parts.map(({ sheet, headingRow, match }) => ({ sheet, headingRow, match })),
    left: [...leftSheets(sheets, used), ...read.flatMap((one) => one.left)].slice(0, mostLeft),
    words,
    ...(picked && { picked }),
    ...(whole && { whole }),
    ...(offered && { offered }),
  }
  const isOpen = missing.length > 0 || words.length > 0 || (stored.open.length > 0 && !isMatched)
  if (!isDirect && !isEmpty && isOpen) return { open: stored }
  return rows.length === 0 && !follows ? { refusal: importTexts.empty } : { rows, table: stored, follows }
}

interface Customers {
  readonly table: SheetTable
  /** Tables of further sheets with the same headings. */
  readonly parts: readonly SheetTable[]
  readonly isMatched: boolean
  /** Columns whose field is guessed from their cells. */
  readonly guessed?: ReadonlySet<number>
  readonly offered?: Whole | undefined
}

/**
 * Finds the customers' tables and the follow-ups. The call of one step takes follow-ups beside a complete list of customers only, and never
 * follows a kept match.
 */
async function findTables(
  db: Database,
  claimed: ClaimedImport,
  sheets: readonly FilledSheet[],
  names: Names,
): Promise<{ customers: Customers | undefined; follows: SheetTable | undefined }> {
  const follows = findFollows(sheets)
  const others = follows ? sheets.filter(({ name }) => name !== follows.sheet) : sheets
  const fit: Fit = (field, text) => fitOf(field, text, names) > 0
  if (claimed.isDirect) {
    const inSheets = (given: readonly FilledSheet[]): Customers | undefined => {
      const table = findTable(given, tableFields, fit)
      return table && { table, parts: partsOf(given, table), isMatched: true }
    }
    const customers = inSheets(others)
    const isWhole = customers && missingColumnsOf(customers.table, claimed.way).length === 0
    return !follows || isWhole ? { customers, follows } : { customers: inSheets(sheets), follows: undefined }
  }
  const customers = await findCustomers(db, claimed, others, fit)
  // With a sheet of follow-ups, a sheet whose headings name less than two fields is not a list of customers.
  const isList =
    !follows || claimed.picked || customers?.isMatched || Object.keys(customers?.table.match ?? {}).length > 1
  return { customers: isList ? customers : undefined, follows }
}

/**
 * Finds the customers' tables: below the row that the member picked, below headings that a member matched before, otherwise where most
 * headings are known.
 */
async function findCustomers(
  db: Database,
  { dealerId, picked }: ClaimedImport,
  sheets: readonly FilledSheet[],
  fit: Fit,
): Promise<Customers | undefined> {
  const all = headingRows(sheets).map((row) => ({
    ...row,
    id: headingsId(row.sheet.rows[row.index]?.cells ?? []),
  }))
  const pick = all.find(
    ({ sheet, index }) => sheet.name === picked?.sheet && sheet.rows[index]?.number === picked.headingRow,
  )
  const rows = pick ? [pick] : all
  const match = await findMatch(
    db,
    { dealerId },
    rows.map(({ id }) => id),
  )
  const row = rows.find(({ id }) => id === match?.headings)
  if (match && row) {
    const table = tableAt(row.sheet, row.index, tableFields, new Map(Object.entries(match.fields)))
    return { table, parts: partsOf(sheets, table), isMatched: true, offered: match.whole }
  }
  const named = pick
    ? tableAt(pick.sheet, pick.index, tableFields, undefined, fit)
    : findTable(sheets, tableFields, fit)
  if (!named) return undefined
  const { table, guessed } = guessFields(named, fit)
  return { table, parts: partsOf(sheets, table), isMatched: false, guessed }
}

/** Tables of the other sheets with the same headings, in any order. */
function partsOf(sheets: readonly FilledSheet[], table: SheetTable): SheetTable[] {
  const id = headingsId(table.headings)
  const ids = headingIds(table.headings)
  const fieldAt = new Map(Object.entries(table.match).map(([field, at]) => [at, field]))
  const chosen = new Map(ids.flatMap((one, at) => (one ? [[one, fieldAt.get(at) ?? ''] as const] : [])))
  const parts = new Map<string, SheetTable>()
  for (const { sheet, index } of headingRows(sheets)) {
    if (sheet.name === table.sheet || parts.has(sheet.name)) continue
    if (headingsId(sheet.rows[index]?.cells ?? []) === id)
      parts.set(sheet.name, tableAt(sheet, index, tableFields, chosen))
  }
  return [...parts.values()]
}

/** Fields that the cells of a column give away; the first that fits is guessed. */
const guessable: readonly Heading[] = [
  '手机号',
  '备用号码',
  '证件号码',
  '性别',
  '意向级别',
  '意向车系',
  '客户来源',
  '业务类型',
  '购车预算',
  '客户经理',
  '购车城市',
  '购车区县',
]
/** Share of a column's cells that a guess must fit. */
const leastFit = 0.8

function guessFields(table: SheetTable, fit: Fit): { table: SheetTable; guessed: ReadonlySet<number> } {
  const rate = rateOf(table.rows, fit)
  const match = new Map(Object.entries(table.match))
  const guessed = new Set<number>()
  for (const { at } of table.open) {
    const field = guessable.find((one) => !match.has(one) && rate(one, at) >= leastFit)
    if (!field) continue
    match.set(field, at)
    guessed.add(at)
  }
  const missing = table.missing.filter((field) => !match.has(field))
  return { table: { ...table, match: Object.fromEntries(match), missing }, guessed }
}

const mostLeft = 100
const total =
  /^(?:本[日周月页年季]|全[天月年])?(?:合计|总计|小计|累计|共计|汇总|总数)|^共\d+[批条人位组台个]/u

/** Sheets that hold no customers of this import. */
const leftSheets = (sheets: readonly FilledSheet[], used: readonly string[]): ImportLeft[] =>
  sheets
    .filter(({ name, rows }) => rows.length > 0 && !used.includes(name) && !guides.has(name.trim()))
    .map(({ name, isHidden, rows }) => ({
      sheet: masked(name),
      row: 0,
      text: `${isHidden ? '隐藏的工作表' : '工作表表头不同'}，${rows.length}行未导入`,
    }))

/** Returns the rows of customers, and what is left out: empty lines, totals, headings that are repeated on each page. */
function readTable(table: SheetTable, part: number, whole: Whole): { rows: RowCells[]; left: ImportLeft[] } {
  const { sheet, headings, match, headingRow } = table
  const places = Object.values(match)
  const mobileAt = match['手机号'] ?? -1
  const id = headingsId(headings)
  const left: ImportLeft[] = []
  let empty = 0
  let firstEmpty = 0
  let last = headingRow
  const rows = table.rows.filter(({ number, cells, marks }) => {
    const isBlank = !places.some((at) => cells[at] || marks?.[at])
    const gap = number - last - 1 + (isBlank ? 1 : 0)
    firstEmpty ||= gap > 0 ? last + 1 : 0
    empty += gap
    last = number
    const texts = cells.filter(Boolean)
    const isTotal =
      texts.some((text) => total.test(text.normalize('NFKC').replaceAll(/\s/g, ''))) &&
      readPhones(cells[mobileAt] ?? '').mobile === ''
    const isRepeated = headingsId(cells) === id
    // A row with a running number alone is empty.
    const isNote = isBlank && texts.some((text) => !/^\d+$/.test(text))
    const what = isTotal ? '合计行' : isRepeated ? '重复的表头' : isNote ? '没有客户的行' : ''
    if (what) {
      left.push({ sheet: masked(sheet), row: number, text: `${what}未导入：${masked(texts.join('、'))}` })
      if (isBlank) empty -= 1
    }
    return !what && !isBlank
  })
  if (empty > 0) left.push({ sheet: masked(sheet), row: firstEmpty, text: `${empty}个空行未导入` })
  return { rows: arrange({ rows, match }, part, whole), left }
}

/** A column with more unknown words holds something else: they are named, not asked about. */
const mostWords = 200

/** The distinct words that name nothing yet, the most frequent ones first. */
function openWords(rows: readonly RowCells[], match: SheetTable['match'], names: Names): OpenWord[] {
  return specs.flatMap((spec, index) => {
    const { heading, words: kind } = spec
    if (!kind || !askedKinds.has(kind) || match[heading] === undefined) return []
    const words = new Map<string, OpenWord>()
    for (const { cells, marks } of rows) {
      if (marks?.[index]) continue
      for (const word of wordsIn(textAt(cells, heading), spec, names[kind])) {
        if (!names[kind].isOpen(word)) continue
        const id = hashOf(wordKey(word))
        const before = words.get(id)
        const guess = before ? before.guess : (names[kind].guess(word)?.code ?? 0)
        words.set(id, { field: heading, kind, id, text: masked(word), rows: (before?.rows ?? 0) + 1, guess })
      }
    }
    return words.size > mostWords ? [] : [...words.values()].toSorted((one, other) => other.rows - one.rows)
  })
}

/** Best way to place some cells: the sum of its fits, the number of ways with that sum, and the columns of one. */
interface Way {
  readonly sum: number
  readonly ways: number
  readonly columns: readonly number[]
}
const none: Way = { sum: -1, ways: 0, columns: [] }

function better(one: Way, other: Way): Way {
  if (one.sum !== other.sum) return one.sum > other.sum ? one : other
  return { ...one, ways: one.ways + other.ways }
}

/**
 * Places cells into columns in their order, each where it fits. `rate` returns 0 for a cell that does not fit. Returns the columns of the
 * cells if exactly one placement has the largest sum.
 */
export function placeCells(
  cells: number,
  columns: number,
  rate: (cell: number, column: number) => number,
): readonly number[] | undefined {
  // `next[column]` is the best way to place the later cells into the columns from there on.
  let next: Way[] = Array.from({ length: columns + 1 }, () => ({ sum: 0, ways: 1, columns: [] }))
  for (let cell = cells - 1; cell >= 0; cell -= 1) {
    const here: Way[] = Array.from({ length: columns + 1 }, () => none)
    for (let column = columns - 1; column >= 0; column -= 1) {
      const skipped = here[column + 1] ?? none
      const rest = next[column + 1] ?? none
      const fit = rest.ways === 0 ? 0 : rate(cell, column)
      here[column] =
        fit === 0
          ? skipped
          : better(skipped, { ...rest, sum: rest.sum + fit, columns: [column, ...rest.columns] })
    }
    next = here
  }
  const best = next[0] ?? none
  return best.ways === 1 ? best.columns : undefined
}

/**
 * Returns the table with its rows' cells under the headings that they fit. Some writers leave out both the cells' addresses and empty cells,
 * so that every cell after an empty one is too far left. A row that fits as it is, or in several ways, is unchanged.
 */
export function alignRows(table: SheetTable, names: Names): SheetTable {
  if (!table.isUnaddressed) return table
  const fieldAt = new Map(Object.entries(table.match).map(([heading, at]) => [at, heading]))
  const width = table.headings.length
  const align = (row: SheetRow): SheetRow => {
    const { cells } = row
    if (cells.length >= width || cells.includes('')) return row
    const fit = (cell: number, column: number): number =>
      fitOf(fieldAt.get(column) ?? '', cells[cell] ?? '', names)
    if (cells.every((_, index) => fit(index, index) > 0)) return row
    const placed = placeCells(cells.length, width, fit)
    if (!placed) return row
    const moved = Array.from({ length: width }, () => '')
    placed.forEach((column, index) => (moved[column] = cells[index] ?? ''))
    return { ...row, cells: moved }
  }
  return { ...table, rows: table.rows.map((row) => (row.marks ? row : align(row))) }
}
