import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { ListState } from '../list/filter/useListFilter'
import type { QueueOrder } from './order'
import { useReturnedFocus } from './useReturnedFocus'
import { useOpenKey } from './useRowKeys'

/** Result of each row of the queue: saved here, or finished by another member meanwhile. */
export type Outcomes = ReadonlyMap<number, 'done' | 'gone'>
const nothingYet: Outcomes = new Map()

export interface WorkQueue<Row> {
  /** The open row; undefined before the list is loaded. */
  readonly row: Row | undefined
  /** Its position, such as 3 of 18; undefined for a row that is not in the list. */
  readonly place: { readonly at: number; readonly total: number } | undefined
  /** Opens the previous or next unsettled row; undefined if there is none. */
  readonly previous: (() => void) | undefined
  readonly next: (() => void) | undefined
  /** How many rows were saved here since the queue was opened, and how many were skipped because others had finished them. */
  readonly done: number
  readonly gone: number
  /** The text of the last save. */
  readonly text: string
  /** Records that the open row was saved, with the text to show. */
  readonly saved: (words: string) => void
  /** Prefetches the next row while this one is being saved. */
  readonly readAhead: () => void
  /** Opens the next row that needs work, after this one was saved. */
  readonly goOn: () => Promise<void>
  /** Like `goOn`, but the open row was finished by another member. */
  readonly skip: () => Promise<void>
  /** No other row is left. */
  readonly isLast: boolean
  /** No row at all is left. */
  readonly isFinished: boolean
  readonly close: () => void
}

/** The result of each row since the queue was opened. */
export function useOutcomes(isOpen: boolean) {
  const [outcomes, setOutcomes] = useState(nothingYet)
  useEffect(() => {
    if (!isOpen) setOutcomes(nothingYet)
  }, [isOpen])
  return [outcomes, setOutcomes] as const
}

interface WorkQueueOptions<Row> {
  list: Pick<ListState, 'opened' | 'open'>
  rows: readonly Row[] | undefined
  idOf: (row: Row) => number
  order: QueueOrder<Row>
  outcomes: ReturnType<typeof useOutcomes>
  /** Whether the row still needs work. */
  isWaiting?: (row: Row) => Promise<boolean>
  /** Fetches the data shown when the row is opened. */
  readRow?: (row: Row) => Promise<unknown>
  /** At its end the queue closes, or shows that it is finished. */
  atEnd: 'close' | 'tell'
  /** Whether F opens a row of the list. */
  opensByKey?: boolean
}

/**
 * Works through the rows of a list: open, save, and on to the next row that needs work. F opens a row of the list;
 * after closing, the row seen last has the focus.
 */
export function useWorkQueue<Row>(options: WorkQueueOptions<Row>): WorkQueue<Row> {
  const { list, rows, idOf, order, isWaiting = alwaysWaits, readRow, atEnd, opensByKey = true } = options
  const { opened, open } = list
  const [outcomes, setOutcomes] = options.outcomes
  const router = useRouter()
  const [end, setEnd] = useState({ text: '', isFinished: false })
  useReturnedFocus(opened, rows)
  useOpenKey(opensByKey ? (id) => open(id, { push: true }) : undefined, rows !== undefined)
  useEffect(() => {
    if (opened === 0) setEnd({ text: '', isFinished: false })
  }, [opened])

  const close = (): void => {
    if (router.history.canGoBack() && router.state.location.state.opened) router.history.back()
    else open(0)
  }
  const withOutcome = (past: Outcomes, id: number, how: 'done' | 'gone'): Outcomes => {
    const now = new Map([...past, [id, how]])
    setOutcomes(now)
    return now
  }
  const goOn = async (how: 'done' | 'gone'): Promise<void> => {
    let latest = withOutcome(outcomes, opened, how)
    try {
      for await (const { row, pageStart } of order.ahead()) {
        const id = idOf(row)
        if (latest.has(id)) continue
        if (await isWaiting(row)) return open(id, { pageStart })
        latest = withOutcome(latest, id, 'gone')
      }
    } catch {
      // The list could not be read; the list itself shows the error.
    }
    if (atEnd === 'tell') setEnd(({ text }) => ({ text, isFinished: true }))
    else close()
  }
  const readAhead = async (): Promise<void> => {
    for await (const { row } of order.ahead())
      if (!outcomes.has(idOf(row))) return void (await readRow?.(row))
  }
  const count = (how: 'done' | 'gone') => [...outcomes.values()].filter((one) => one === how).length
  return {
    row: order.row,
    place: order.place,
    previous: order.previous,
    next: order.next,
    isLast: order.isLast,
    done: count('done'),
    gone: count('gone'),
    ...end,
    saved: (words) => {
      withOutcome(outcomes, opened, 'done')
      setEnd({ text: words, isFinished: false })
    },
    // A failure here happens again, and is shown, when the row itself is opened.
    readAhead: () => void readAhead().catch(() => undefined),
    goOn: () => goOn('done'),
    skip: () => goOn('gone'),
    close,
  }
}

const alwaysWaits = async (): Promise<boolean> => true
