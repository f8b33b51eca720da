import { type MessagePort, MessageChannel, Worker } from 'node:worker_threads'
import { createTurns } from '../turns.ts'
import type { ArchiveProblem } from './archive.ts'

/** Workbooks, read and written in a thread. */

/** The input of a thread. The answer comes by its own port: Node posts messages of its own (in watch mode) on a worker's usual one. */
export interface ThreadData {
  readonly task: Task
  readonly port: MessagePort
}

export interface ReadTask {
  readonly kind: 'read'
  readonly bytes: Uint8Array
  readonly maxUnpackedBytes: number
  /** Rows with something in them in a sheet, headings included. */
  readonly maxRows: number
}
export interface ReadAllTask extends Omit<ReadTask, 'kind'> {
  readonly kind: 'readAll'
}

export interface Column {
  readonly heading: string
  readonly width: number
}
/** Of a workbook that is written: text, or a number that can be summed there. */
export type Cell = string | number
export interface Sheet {
  readonly name: string
  /** Lines over the headings: what the sheet shows, of when. */
  readonly head?: readonly string[]
  readonly columns: readonly Column[]
  readonly rows: readonly (readonly Cell[])[]
}
export interface WriteTask {
  readonly kind: 'write'
  readonly sheets: readonly Sheet[]
}
export type Task = ReadTask | ReadAllTask | WriteTask

export interface SheetRow {
  /** As the sheet counts, from 1. */
  readonly number: number
  readonly cells: readonly string[]
}
export interface FilledSheet {
  readonly name: string
  /** Those that hold anything. */
  readonly rows: readonly SheetRow[]
}
export type ReadProblem = ArchiveProblem | 'rows'
export type Answer =
  | { readonly problem: ReadProblem }
  | { readonly sheets: readonly FilledSheet[] }
  | { readonly bytes: Uint8Array }

/** No workbook within the limits takes longer, or more memory. */
const longestMs = 40_000
const mostMegabytes = 512

/** The rows of a workbook's first sheet that hold anything, or why it cannot be read. */
export async function readXlsx(
  task: Omit<ReadTask, 'kind'>,
): Promise<{ problem: ReadProblem } | { rows: readonly SheetRow[] }> {
  const answer = await read({ kind: 'read', ...task })
  return 'problem' in answer ? answer : { rows: answer.sheets[0]?.rows ?? [] }
}

/** All sheets of a workbook, or why it cannot be read. */
export const readXlsxSheets = (
  task: Omit<ReadAllTask, 'kind'>,
): Promise<{ problem: ReadProblem } | { sheets: readonly FilledSheet[] }> =>
  read({ kind: 'readAll', ...task })

async function read(
  task: ReadTask | ReadAllTask,
): Promise<{ problem: ReadProblem } | { sheets: readonly FilledSheet[] }> {
  const answer = await work(task).catch(() => ({ problem: 'unreadable' }) as const)
  return 'bytes' in answer ? { problem: 'unreadable' } : answer
}

/** A workbook of text and numbers. What a spreadsheet program might take for a formula is neutralised. */
export async function writeXlsx(sheets: readonly Sheet[]): Promise<Uint8Array> {
  const safe = sheets.map(({ name, head = [], columns, rows }) => ({
    name,
    head: head.map(neutral),
    // What a column is besides stays here: only plain data goes to a thread.
    columns: columns.map(({ heading, width }) => ({ heading: neutral(heading), width })),
    rows: rows.map((cells) => cells.map((cell) => (typeof cell === 'string' ? neutral(cell) : cell))),
  }))
  const answer = await work({ kind: 'write', sheets: safe })
  if (!('bytes' in answer)) throw new Error('the workbook was not written')
  return answer.bytes
}

/** A leading quote makes text of what would be a formula. */
export const neutral = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)
/** Takes that quote off again. */
export const plain = (text: string): string => text.replace(/^'(?=[=+\-@\t\r])/, '')

/** Each thread takes some 80 MB: more of them at once would be no faster on the cores there are. */
const threads = createTurns(2)

/** Does the task in a thread, when its turn has come. */
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
    // The port closes with its thread, after all that the thread has posted.
    answers.once('close', () => reject(new Error('the workbook thread ended')))
    worker.once('error', reject)
    worker.once('exit', () => clearTimeout(tooLong))
  })
}
