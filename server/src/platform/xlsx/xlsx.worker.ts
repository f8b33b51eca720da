import { parentPort, workerData } from 'node:worker_threads'
import { readSheet } from 'read-excel-file/web-worker'
import writeExcelFile from 'write-excel-file/node'
import { contentProblem } from './archive.ts'
import type { Answer, ReadTask, Sheet, Task, WriteTask } from './xlsx.ts'

/** Reads or writes one workbook in a thread of its own: either would hold up everybody's calls for a second. */

const dayOf = (date: Date): string => date.toISOString().slice(0, 10)

/** Cells as their text: a day as YYYY-MM-DD, a number without its exponent. */
function textOf(cell: unknown): string {
  if (cell instanceof Date) return dayOf(cell)
  if (typeof cell === 'boolean') return cell ? '是' : '否'
  return typeof cell === 'string' ? cell.trim() : ''
}

const plainNumber = (text: string): string => (/e/i.test(text) ? String(Number(text)) : text)

async function read({ bytes, maxUnpackedBytes, maxRows }: ReadTask): Promise<Answer> {
  const packed = Buffer.from(bytes)
  const problem = contentProblem(packed, maxUnpackedBytes)
  if (problem) return { problem }
  try {
    const content = new Uint8Array(packed).buffer
    // Numbers stay as they are written: an identity number has more digits than a double.
    const data = (await readSheet(content, { parseNumber: plainNumber } as never)) as unknown[][]
    const rows = data.map((cells, index) => ({ number: index + 1, cells: cells.map(textOf) }))
    const filled = rows.filter(({ cells }) => cells.some((cell) => cell !== ''))
    return filled.length > maxRows ? { problem: 'rows' } : { rows: filled }
  } catch {
    return { problem: 'unreadable' }
  }
}

const headStyle = { fontWeight: 'bold', backgroundColor: '#e6f0f1' } as const

const sheetOf = ({ name, columns, rows }: Sheet) => ({
  sheet: name,
  data: [
    columns.map(({ heading }) => ({ value: heading, ...headStyle })),
    ...rows.map((cells) =>
      cells.map((value) => (value === '' ? null : { value, type: String, format: '@' })),
    ),
  ],
  columns: columns.map(({ width }) => ({ width })),
  stickyRowsCount: 1,
})

async function write({ sheets }: WriteTask): Promise<Answer> {
  const bytes = await writeExcelFile(sheets.map(sheetOf) as never).toBuffer()
  return { bytes: new Uint8Array(bytes) }
}

const task = workerData as Task
const answer = await (task.kind === 'read' ? read(task) : write(task))
parentPort?.postMessage(answer, 'bytes' in answer ? [answer.bytes.buffer as ArrayBuffer] : [])
