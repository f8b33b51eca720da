import { workerData } from 'node:worker_threads'
import { cleanText } from '@showroom/contract/kernel/clean'
import type { CellObject, DenseWorkSheet, ParsingOptions, Range, WorkBook } from '@e965/xlsx'
import type { Feature, Image } from 'write-excel-file/node'
import { unpack } from './archive.ts'
import { eraseParts } from './erase.ts'
import type { Parts } from './archive.ts'
import { errorValue, lettersOf } from './table.ts'
import type {
  Answer,
  Cell,
  CellMark,
  EraseTask,
  FilledSheet,
  ReadTask,
  Sheet,
  SheetRow,
  ThreadData,
  WriteTask,
} from './xlsx.ts'

/** Reads or writes one workbook in a worker thread, because it would block all other calls for up to a second. */

/** A spreadsheet program keeps 15 digits of a number. */
const leastRounded = 1e15
function textOfDate(date: Date): string {
  // Serial numbers of days are inexact by some milliseconds.
  const [day = '', time = ''] = new Date(Math.round(date.getTime() / 1000) * 1000).toISOString().split(/[T.]/)
  return time === '00:00:00' ? day : `${day} ${time}`
}

/** Converts a cell to text and mark: booleans are 是 and 否, a rounded number keeps an exponent, so that no later reader takes it for exact. */
function read({ t, v, f, w }: CellObject): { text: string; mark?: CellMark } {
  if (t === 'z') return f === undefined ? { text: '' } : { text: '', mark: 'formula' }
  if (t === 'e') return { text: w ?? '#N/A', mark: 'error' }
  if (v instanceof Date) return { text: textOfDate(v), mark: 'date' }
  if (typeof v === 'boolean') return { text: v ? '是' : '否' }
  if (typeof v === 'number') {
    if (Math.abs(v) >= leastRounded) return { text: v.toExponential(14).toUpperCase(), mark: 'rounded' }
    return { text: String(Number(v.toPrecision(15))) }
  }
  const text = typeof v === 'string' ? cleanText(v) : ''
  return errorValue.test(text) ? { text, mark: 'error' } : { text }
}

/** Columns beyond these are not read. */
const mostColumns = 500

function rowOf(number: number, cells: readonly CellObject[]): SheetRow {
  const texts: string[] = []
  const marks: Record<number, CellMark> = {}
  cells.slice(0, mostColumns).forEach((cell, column) => {
    const { text, mark } = read(cell)
    texts[column] = text
    if (mark) marks[column] = mark
  })
  return {
    number,
    cells: Array.from(texts, (text) => text ?? ''),
    ...(Object.keys(marks).length > 0 && { marks }),
  }
}

/** Repeats the content of cells that are merged downwards: it holds for each of their rows. */
function fillMerged(sheet: DenseWorkSheet): void {
  const rows = sheet['!data']
  for (const { s: start, e: end } of (sheet['!merges'] as Range[] | undefined) ?? []) {
    const cell = rows[start.r]?.[start.c]
    if (!cell || cell.t === 'z') continue
    for (let row = start.r + 1; row <= Math.min(end.r, rows.length - 1); row += 1)
      (rows[row] ??= [])[start.c] = cell
  }
}

/** Reads the non-empty rows, up to `most`. */
function rowsOf(sheet: DenseWorkSheet, most: number): SheetRow[] {
  fillMerged(sheet)
  const rows: SheetRow[] = []
  for (const [index, cells] of sheet['!data'].entries()) {
    if (rows.length === most) break
    const row = rowOf(index + 1, cells ?? [])
    if (row.marks || row.cells.some((text) => text !== '')) rows.push(row)
  }
  return rows
}

/** The library's reader of unpacked archives, which its types leave out. */
interface PartsReader {
  parse_zip(zip: { files: Record<string, unknown> }, options: ParsingOptions): WorkBook
}

async function readParts(parts: Parts): Promise<WorkBook> {
  const library = (await import('@e965/xlsx')) as unknown as PartsReader
  const files = Object.create(null) as Record<string, unknown>
  for (const [name, content] of parts) files[name] = { name, content, type: 2 }
  return library.parse_zip(
    { files },
    {
      dense: true,
      cellDates: true,
      cellHTML: false,
      // Formulas without a stored result are stubs.
      sheetStubs: true,
    },
  )
}

/** Whether no cell of the workbook has an address. */
const isUnaddressed = (parts: Parts): boolean =>
  ![...parts].some(
    ([name, part]) =>
      name.endsWith('.xml') &&
      part.includes('sheetData') &&
      /<(?:\w+:)?c\s[^<>]*\br\s*=/.test(part.toString('latin1')),
  )

async function readWorkbook({ bytes, maxUnpackedBytes, maxRows }: ReadTask): Promise<Answer> {
  const unpacked = unpack(Buffer.from(bytes), maxUnpackedBytes)
  if ('problem' in unpacked) return unpacked
  try {
    const book = await readParts(unpacked.parts)
    const hasNoAddresses = isUnaddressed(unpacked.parts)
    const sheets = book.SheetNames.map((name, index): FilledSheet => {
      const sheet = book.Sheets[name] as DenseWorkSheet | undefined
      if (!sheet) throw new Error('the workbook lacks a sheet')
      const isHidden = Boolean(book.Workbook?.Sheets?.[index]?.Hidden)
      return {
        name: cleanText(name),
        isHidden,
        isUnaddressed: hasNoAddresses,
        rows: sheet['!data'] ? rowsOf(sheet, maxRows + 1) : [],
      }
    })
    return { sheets }
  } catch {
    return { problem: 'unreadable' }
  }
}

const headStyle = { fontWeight: 'bold', backgroundColor: '#e6f0f1' } as const

const cellOf = (value: Cell) => {
  if (value === '') return null
  return typeof value === 'number' ? { value, type: Number } : { value, type: String, format: '@' }
}

const blank = { value: null, type: String, format: '@' }
/** Last row of a form with lists. */
const lastFormRow = 10_001

const sheetOf = ({ name, head = [], isForm, columns, rows }: Sheet) => ({
  sheet: name,
  ...(isForm && { form: columns, formRow: head.length + rows.length + 2 }),
  data: [
    ...head.map((value, at) => [{ value, type: String, ...(at === 0 && { fontWeight: 'bold' }) }]),
    columns.map(({ heading }) => ({ value: heading, ...headStyle })),
    ...rows.map((cells) => cells.map(cellOf)),
    // The style of these cells becomes that of their columns.
    ...(isForm ? [columns.map(() => blank)] : []),
  ],
  columns: columns.map(({ width }) => ({ width })),
  stickyRowsCount: head.length + 1,
})

type FileContent = Image['content']

/** Makes the columns of forms text and offers the words of their lists. */
const forms: Feature<FileContent> = {
  files: {
    transform: {
      'xl/worksheets/sheet{id}.xml': {
        transform(xml, options) {
          const { form, formRow } = options as ReturnType<typeof sheetOf>
          const style = new RegExp(`<c r="A${formRow}" s="(\\d+)"`).exec(xml)?.[1]
          if (!form || !style) return xml
          const lists = form.flatMap(({ list }, index) => {
            if (!list) return []
            const [column, words] = [lettersOf(index), lettersOf(list.column)]
            return `<dataValidation type="list" allowBlank="1" sqref="${column}2:${column}${lastFormRow}"><formula1>'${list.sheet}'!$${words}$2:$${words}$${list.total + 1}</formula1></dataValidation>`
          })
          const validations =
            lists.length === 0
              ? ''
              : `<dataValidations count="${lists.length}">${lists.join('')}</dataValidations>`
          return xml
            .replaceAll('<col ', `<col style="${style}" `)
            .replace('</sheetData>', () => `</sheetData>${validations}`)
        },
      },
    },
  },
}

async function write({ sheets }: WriteTask): Promise<Answer> {
  const { default: writeExcelFile } = await import('write-excel-file/node')
  const bytes = await writeExcelFile(sheets.map(sheetOf) as never, { features: [forms] }).toBuffer()
  return { bytes: new Uint8Array(bytes) }
}

/** The library's writer of archives, which has no types. */
interface ArchiveWriter {
  readonly CFB: {
    readonly utils: {
      cfb_new(options: { readonly fileType: 'zip' }): object
      cfb_add(archive: object, name: string, content: Uint8Array): void
    }
    write(archive: object, options: object): Uint8Array
  }
}

async function eraseFrom({ bytes, maxUnpackedBytes, ...person }: EraseTask): Promise<Answer> {
  const unpacked = unpack(Buffer.from(bytes), maxUnpackedBytes)
  if ('problem' in unpacked) return unpacked
  const changed = eraseParts(unpacked.parts, person)
  if (changed.size === 0) return { bytes: new Uint8Array() }
  const { CFB } = (await import('@e965/xlsx')) as unknown as ArchiveWriter
  const archive = CFB.utils.cfb_new({ fileType: 'zip' })
  for (const [name, part] of unpacked.parts) CFB.utils.cfb_add(archive, `/${name}`, changed.get(name) ?? part)
  const written = CFB.write(archive, { fileType: 'zip', type: 'buffer', compression: true })
  return { bytes: new Uint8Array(written) }
}

const { task, port } = workerData as ThreadData
const answer = await (task.kind === 'write'
  ? write(task)
  : task.kind === 'erase'
    ? eraseFrom(task)
    : readWorkbook(task))
port.postMessage(answer, 'bytes' in answer ? [answer.bytes.buffer as ArrayBuffer] : [])
port.close()
