import { type MessagePort, MessageChannel, Worker } from 'node:worker_threads'
import { createTurns } from '../jobs/turns.ts'
import type { ArchiveProblem } from './archive.ts'

/** Reads and writes workbooks in worker threads. */

/**
 * Input of a thread. It has a separate port for the answer, because Node posts its own messages on a worker's default port in watch mode.
 */
export interface ThreadData {
  readonly task: Task
  readonly port: MessagePort
}

export interface ReadTask {
  readonly kind: 'read'
  readonly bytes: Uint8Array
  readonly maxUnpackedBytes: number
  /** Maximum number of non-empty rows per sheet, including headings. One more is returned, so that the caller can refuse a longer sheet. */
  readonly maxRows: number
}

export interface Column {
  readonly heading: string
  readonly width: number
  /** Words offered for the cells of a form: those below the heading of that column, from 0, of another sheet. */
  readonly list?: { readonly sheet: string; readonly column: number; readonly total: number }
}
/** A cell to write: text, or a number that can be summed. */
export type Cell = string | number
export interface Sheet {
  readonly name: string
  /** Lines above the headings, e.g. what the sheet shows and for which period. */
  readonly head?: readonly string[]
  /** A form to fill in: its columns are text, so that a spreadsheet program keeps what is typed. */
  readonly isForm?: true
  readonly columns: readonly Column[]
  readonly rows: readonly (readonly Cell[])[]
}
export interface WriteTask {
  readonly kind: 'write'
  readonly sheets: readonly Sheet[]
}
/** Takes a person out of a workbook. */
export interface EraseTask {
  readonly kind: 'erase'
  readonly bytes: Uint8Array
  readonly maxUnpackedBytes: number
  /** Regular expressions of the numbers and of the names. */
  readonly numbers: string
  readonly names: string
}
export type Task = ReadTask | WriteTask | EraseTask

/**
 * A cell whose text is not what a person typed: an error value, a formula without a stored result, a number of more than 15 digits (the
 * spreadsheet program has rounded it), or a date.
 */
export type CellMark = 'error' | 'formula' | 'rounded' | 'date'
export interface SheetRow {
  /** Row number in the sheet, from 1. */
  readonly number: number
  /** Texts by column. A date is YYYY-MM-DD, with HH:mm:ss if it has a time. */
  readonly cells: readonly string[]
  /** Marks by column; undefined if the row has none. */
  readonly marks?: Readonly<Record<number, CellMark>>
}
export interface FilledSheet {
  readonly name: string
  readonly isHidden?: boolean
  /** Its cells have no addresses. Their columns are then uncertain, because the writer may have left out empty cells. */
  readonly isUnaddressed?: boolean
  /** The non-empty rows. */
  readonly rows: readonly SheetRow[]
}
export type ReadProblem = ArchiveProblem
export type Answer =
  | { readonly problem: ReadProblem }
  | { readonly sheets: readonly FilledSheet[] }
  | { readonly bytes: Uint8Array }

/** Time and memory limits of a thread. No workbook within the size limits needs more. */
const longestMs = 40_000
const mostMegabytes = 512

/** Reads all sheets of a workbook, or returns the problem. */
export async function readXlsx(
  task: Omit<ReadTask, 'kind'>,
): Promise<{ problem: ReadProblem } | { sheets: readonly FilledSheet[] }> {
  const answer = await work({ kind: 'read', ...task }).catch(() => ({ problem: 'unreadable' }) as const)
  return 'bytes' in answer ? { problem: 'unreadable' } : answer
}

/**
 * Removes the rows of a workbook with a cell that is a number of the person, and the person's numbers and names within all other texts; a
 * cell that is a name alone stays, because it may be someone else's. Undefined for a workbook without the person, or an unreadable one.
 */
export async function eraseFromXlsx(task: Omit<EraseTask, 'kind'>): Promise<Uint8Array | undefined> {
  const answer = await work({ kind: 'erase', ...task }).catch(() => ({ problem: 'unreadable' }) as const)
  return 'bytes' in answer && answer.bytes.length > 0 ? answer.bytes : undefined
}

/** Writes a workbook of texts and numbers. Texts that a spreadsheet program might take for a formula are neutralised. */
export async function writeXlsx(sheets: readonly Sheet[]): Promise<Uint8Array> {
  const safe = sheets.map(({ name, head = [], isForm, columns, rows }) => ({
    name,
    ...(isForm && { isForm }),
    head: head.map(neutral),
    // Other properties of columns are dropped, because only plain data can be sent to a thread.
    columns: columns.map(({ heading, width, list }) => ({
      heading: neutral(heading),
      width,
      ...(list && { list }),
    })),
    rows: rows.map((cells) => cells.map((cell) => (typeof cell === 'string' ? neutral(cell) : cell))),
  }))
  const answer = await work({ kind: 'write', sheets: safe })
  if (!('bytes' in answer)) throw new Error('the workbook was not written')
  return answer.bytes
}

/** Adds a leading quote to a text that would be a formula. */
export const neutral = (text: string): string => (/^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text)
/** Removes that quote. */
export const plain = (text: string): string => text.replace(/^'(?=[=+\-@\t\r\n])/, '')

/** Each thread takes some 80 MB, and more threads would not be faster on the available cores. */
const threads = createTurns(2)

/** Runs a task in a thread, once it is its turn. */
const work = (task: Task): Promise<Answer> => threads.run(() => runThread(task))

function runThread(task: Task): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { port1: answers, port2: port } = new MessageChannel()
    const worker = new Worker(new URL('./xlsx.worker.ts', import.meta.url), {
      workerData: { task, port } satisfies ThreadData,
      transferList: [port],
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: mostMegabytes },
    })
    const tooLong = setTimeout(() => void worker.terminate(), longestMs)
    answers.once('message', resolve)
    // The port closes after the thread has posted all its messages.
    answers.once('close', () => reject(new Error('the workbook thread ended')))
    worker.once('error', reject)
    worker.once('exit', () => clearTimeout(tooLong))
  })
}
