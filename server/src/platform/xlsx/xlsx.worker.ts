import { workerData } from 'node:worker_threads'
import readSheets, { readSheet } from 'read-excel-file/web-worker'
import writeExcelFile from 'write-excel-file/node'
import { contentProblem } from './archive.ts'
import type {
  Answer,
  Cell,
  FilledSheet,
  ReadAllTask,
  ReadTask,
  Sheet,
  ThreadData,
  WriteTask,
} from './xlsx.ts'

/** Reads or writes one workbook in a worker thread, because it would block all other calls for up to a second. */

const dayOf = (date: Date): string => date.toISOString().slice(0, 10)

/** Converts a cell to text: a date as YYYY-MM-DD, booleans as 是 and 否. */
function textOf(cell: unknown): string {
  if (cell instanceof Date) return dayOf(cell)
  if (typeof cell === 'boolean') return cell ? '是' : '否'
  return typeof cell === 'string' ? cell.trim() : ''
}

const plainNumber = (text: string): string => (/e/i.test(text) ? String(Number(text)) : text)

function filled(name: string, data: readonly unknown[][]): FilledSheet {
  const rows = data.map((cells, index) => ({ number: index + 1, cells: cells.map(textOf) }))
  return { name, rows: rows.filter(({ cells }) => cells.some((cell) => cell !== '')) }
}

async function read({ kind, bytes, maxUnpackedBytes, maxRows }: ReadTask | ReadAllTask): Promise<Answer> {
  const packed = Buffer.from(bytes)
  const problem = contentProblem(packed, maxUnpackedBytes)
  if (problem) return { problem }
  try {
    const content = new Uint8Array(packed).buffer
    // Numbers are kept as written, because an identity number has more digits than a double.
    const options = { parseNumber: plainNumber } as never
    const sheets =
      kind === 'read'
        ? [filled('', await readSheet(content, options))]
        : (await readSheets(content, options)).map(({ sheet, data }) => filled(sheet, data))
    return sheets.some(({ rows }) => rows.length > maxRows) ? { problem: 'rows' } : { sheets }
  } catch {
    return { problem: 'unreadable' }
  }
}

const headStyle = { fontWeight: 'bold', backgroundColor: '#e6f0f1' } as const

const cellOf = (value: Cell) => {
  if (value === '') return null
  return typeof value === 'number' ? { value, type: Number } : { value, type: String, format: '@' }
}

const sheetOf = ({ name, head = [], columns, rows }: Sheet) => ({
  sheet: name,
  data: [
    ...head.map((value, at) => [{ value, type: String, ...(at === 0 && { fontWeight: 'bold' }) }]),
    columns.map(({ heading }) => ({ value: heading, ...headStyle })),
    ...rows.map((cells) => cells.map(cellOf)),
  ],
  columns: columns.map(({ width }) => ({ width })),
  stickyRowsCount: head.length + 1,
})

async function write({ sheets }: WriteTask): Promise<Answer> {
  const bytes = await writeExcelFile(sheets.map(sheetOf) as never).toBuffer()
  return { bytes: new Uint8Array(bytes) }
}

const { task, port } = workerData as ThreadData
const answer = await (task.kind === 'write' ? write(task) : read(task))
port.postMessage(answer, 'bytes' in answer ? [answer.bytes.buffer as ArrayBuffer] : [])
port.close()
