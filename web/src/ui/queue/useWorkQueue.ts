import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { ListState } from '../list/useListFilter'
import type { QueueOrder } from './order'
import { useReturnedFocus } from './useReturnedFocus'
import { useOpenKey } from './useRowKeys'

/** What became of a row of the queue: done here, or meanwhile by somebody else. */
export type Settled = ReadonlyMap<number, 'done' | 'gone'>
const nothingYet: Settled = new Map()

export interface WorkQueue<Row> {
  /** The row in hand; nothing before the list is there. */
  readonly row: Row | undefined
  /** Where it stands: the third of eighteen; nothing for a row that is not in the list. */
  readonly place: { readonly at: number; readonly total: number } | undefined
  /** To the row before or after, undone; nothing where there is none. */
  readonly previous: (() => void) | undefined
  readonly next: (() => void) | undefined
  /** How many have been saved here since the queue was opened; how many were left out, because others had finished them. */
  readonly done: number
  readonly gone: number
  /** What the last saving said. */
  readonly said: string
  /** The row in hand has been saved here, with these words. */
  readonly saved: (words: string) => void
  /** Reads what the next row shows, while this one is being saved. */
  readonly readAhead: () => void
  /** To the next row that asks for work, after this one has been saved. */
  readonly goOn: () => Promise<void>
  /** The same, past one that others finished. */
  readonly skip: () => Promise<void>
  /** Nothing else is left. */
  readonly isLast: boolean
  /** Nothing at all is left. */
  readonly isFinished: boolean
  readonly close: () => void
}

/** What has become of the rows since the queue was opened. */
export function useSettled(isOpen: boolean) {
  const [settled, setSettled] = useState(nothingYet)
  useEffect(() => {
    if (!isOpen) setSettled(nothingYet)
  }, [isOpen])
  return [settled, setSettled] as const
}

interface WorkQueueOptions<Row> {
  list: Pick<ListState, 'opened' | 'open'>
  rows: readonly Row[] | undefined
  idOf: (row: Row) => number
  order: QueueOrder<Row>
  settled: ReturnType<typeof useSettled>
  /** Whether a row still asks for work. */
  isWaiting?: (row: Row) => Promise<boolean>
  /** Reads what a row shows when it is opened. */
  readRow?: (row: Row) => Promise<unknown>
  /** The end of the queue closes it, or is told. */
  atEnd: 'close' | 'tell'
  /** Whether F opens a row of the list. */
  opensByKey?: boolean
}

/**
 * The rows of a list worked through one after the other: open, saved, and on to the next one that asks for work. F opens a row of
 * the list; closed, the keyboard is on the row seen last.
 */
export function useWorkQueue<Row>(options: WorkQueueOptions<Row>): WorkQueue<Row> {
  const { list, rows, idOf, order, isWaiting = alwaysWaits, readRow, atEnd, opensByKey = true } = options
  const { opened, open } = list
  const [settled, setSettled] = options.settled
  const router = useRouter()
  const [end, setEnd] = useState({ said: '', isFinished: false })
  useReturnedFocus(opened, rows)
  useOpenKey(opensByKey ? (id) => open(id, { push: true }) : undefined, rows !== undefined)
  useEffect(() => {
    if (opened === 0) setEnd({ said: '', isFinished: false })
  }, [opened])

  const close = (): void => {
    if (router.history.canGoBack() && router.state.location.state.opened) router.history.back()
    else open(0)
  }
  const settle = (known: Settled, id: number, how: 'done' | 'gone'): Settled => {
    const now = new Map([...known, [id, how]])
    setSettled(now)
    return now
  }
  const goOn = async (how: 'done' | 'gone'): Promise<void> => {
    let known = settle(settled, opened, how)
    try {
      for await (const { row, pageStart } of order.ahead()) {
        const id = idOf(row)
        if (known.has(id)) continue
        if (await isWaiting(row)) return open(id, { pageStart })
        known = settle(known, id, 'gone')
      }
    } catch {
      // The list cannot be read: it says so itself.
    }
    if (atEnd === 'tell') setEnd(({ said }) => ({ said, isFinished: true }))
    else close()
  }
  const readAhead = async (): Promise<void> => {
    for await (const { row } of order.ahead()) if (!settled.has(idOf(row))) return void (await readRow?.(row))
  }
  const count = (how: 'done' | 'gone') => [...settled.values()].filter((one) => one === how).length
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
      settle(settled, opened, 'done')
      setEnd({ said: words, isFinished: false })
    },
    // Whatever fails here is met, and told, on the row itself.
    readAhead: () => void readAhead().catch(() => undefined),
    goOn: () => goOn('done'),
    skip: () => goOn('gone'),
    close,
  }
}

const alwaysWaits = async (): Promise<boolean> => true
