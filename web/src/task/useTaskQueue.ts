import * as customer from '@showroom/contract/customer/customer.api'
import type { TaskRow } from '@showroom/contract/task/task.schema'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { queryOf } from '../api/query'
import { isRefusal } from '../ui/failure'
import { invalidateTasks, taskListQuery } from './task.queries'
import type { TaskFilter } from './task.search'
import type { TaskFilterState } from './useTaskFilter'

/** The list as it was when somebody began: what is done leaves the list, the queue keeps its order. */
interface Snapshot {
  readonly rows: readonly TaskRow[]
  /** How many of the list come before the first of the rows. */
  readonly offset: number
  readonly total: number
}

/** What became of a task of the queue: done here, or meanwhile by somebody else. */
type Settled = ReadonlyMap<number, 'done' | 'gone'>
const nothingYet: Settled = new Map()

export interface TaskQueue {
  /** The task in hand; nothing before the list is there. */
  readonly task: TaskRow | undefined
  /** `3/25` of what is left of the list, as its tab counts it. */
  readonly place: string
  readonly done: number
  /** What the last saving said: `陈天昊：跟进已保存`. */
  readonly said: string
  /** Left out, because others had finished them. */
  readonly gone: number
  /** Nothing is left to do. */
  readonly isFinished: boolean
  /** How many of the list are beyond the queue, which is not endless. */
  readonly beyond: number
  /** To the one before or after, undone. */
  readonly previous: (() => void) | undefined
  readonly next: (() => void) | undefined
  /** The task in hand has been saved here, with these words. */
  readonly saved: (text: string) => void
  /** To the next one that is still to be done, after this one has been saved. */
  readonly goOn: () => Promise<void>
  /** The same, past one that others finished. */
  readonly skip: () => Promise<void>
  /** Nothing else is left. */
  readonly isLast: boolean
  readonly close: () => void
}

/** The tasks of the list, worked through one after the other. */
export function useTaskQueue(
  list: TaskFilterState,
  page: { rows: readonly TaskRow[] | undefined; total: number },
): TaskQueue {
  const { at, follow } = list
  const queries = useQueryClient()
  const router = useRouter()
  const snapshot = useSnapshot(list, page)
  const [settled, setSettled] = useState(nothingYet)
  const [said, setSaid] = useState('')
  const [isFinished, setFinished] = useState(false)
  const rows = snapshot?.rows ?? []
  const here = rows.findIndex(({ activityId }) => activityId === at)
  const isOpen = at > 0
  useEffect(() => {
    if (isOpen) return
    setSettled(nothingYet)
    setSaid('')
    setFinished(false)
  }, [isOpen])

  const settle = (activityId: number, how: 'done' | 'gone'): Settled => {
    const now = new Map([...settled, [activityId, how]])
    setSettled(now)
    return now
  }
  /** What follows, then from the start again what was left out. */
  const left = (by: Settled) =>
    [...rows.slice(here + 1), ...rows.slice(0, here)].filter(({ activityId }) => !by.has(activityId))
  const step = (to: readonly TaskRow[]): (() => void) | undefined => {
    const found = to.find(({ activityId }) => !settled.has(activityId))
    return found && (() => follow(found.activityId))
  }
  const goOn = async (how: 'done' | 'gone'): Promise<void> => {
    let known = settle(at, how)
    for (const row of left(known)) {
      if (await isWaiting(queries, row)) return follow(row.activityId)
      known = new Map([...known, [row.activityId, 'gone']])
      setSettled(known)
    }
    setFinished(true)
  }
  const count = (how: 'done' | 'gone') => [...settled.values()].filter((one) => one === how).length
  return {
    task: rows[here],
    place: snapshot && here >= 0 ? placeOf(snapshot, here, settled) : '',
    done: count('done'),
    said,
    gone: count('gone'),
    isFinished,
    beyond: snapshot ? Math.max(0, snapshot.total - snapshot.rows.length) : 0,
    previous: here < 0 ? undefined : step(rows.slice(0, here).toReversed()),
    next: here < 0 ? undefined : step(rows.slice(here + 1)),
    saved: (text) => {
      settle(at, 'done')
      setSaid(`${rows[here]?.customerName ?? ''}：${text}`)
      void invalidateTasks(queries)
    },
    goOn: () => goOn('done'),
    skip: () => goOn('gone'),
    isLast: left(settled).length === 0,
    close: () => {
      if (router.history.canGoBack() && router.state.location.state.opened) router.history.back()
      else follow(0)
    },
  }
}

/** What is settled is off the list; the one in hand stays counted until the next one is there. */
function placeOf({ rows, offset, total }: Snapshot, here: number, settled: Settled): string {
  const gone = (one: TaskRow, index: number): boolean => index !== here && settled.has(one.activityId)
  const before = rows.slice(0, here).filter(gone).length
  return `${offset + here + 1 - before}/${total - rows.filter(gone).length}`
}

/** Whether the task is still the customer's open one. Where that cannot be told, its own page shows why. */
async function isWaiting(queries: QueryClient, row: TaskRow): Promise<boolean> {
  try {
    const file = await queries.query({
      ...queryOf(customer.get, { customerId: row.customerId }),
      staleTime: 0,
    })
    return file.pendingActivity?.id === row.activityId
  } catch (error) {
    return !isRefusal(error)
  }
}

const pageRows = 50
/** Nobody does more in one go. */
const mostRows = 200

/** Taken when a task is opened: first the rows in sight, then the rest of the list. */
function useSnapshot(
  { at, filter, keyword, follow }: TaskFilterState,
  { rows, total }: { rows: readonly TaskRow[] | undefined; total: number },
): Snapshot | undefined {
  const queries = useQueryClient()
  const [snapshot, setSnapshot] = useState<Snapshot>()
  const isOpen = at > 0
  useEffect(() => {
    if (!isOpen) {
      setSnapshot(undefined)
      return undefined
    }
    if (snapshot || !rows) return undefined
    const offset = (filter.pageStart - 1) * filter.pageCount
    const index = rows.findIndex(({ activityId }) => activityId === at)
    if (index >= 0) setSnapshot({ rows, offset, total })
    let wanted = true
    readSnapshot(queries, filter, keyword, { index: offset + Math.max(0, index), total }).then(
      (whole) => {
        if (!wanted) return
        if (whole.rows.some(({ activityId }) => activityId === at)) setSnapshot(whole)
        // An old address: that task is not on the list any more.
        else if (index < 0) follow(0)
      },
      () => undefined,
    )
    return () => {
      wanted = false
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- taken once for each opening
  }, [isOpen, rows === undefined])
  return isOpen ? snapshot : undefined
}

async function readSnapshot(
  queries: QueryClient,
  filter: TaskFilter,
  keyword: string,
  { index, total }: { index: number; total: number },
): Promise<Snapshot> {
  const offset = total <= mostRows ? 0 : Math.floor(index / pageRows) * pageRows
  const pages = Math.min(Math.ceil((total - offset) / pageRows), mostRows / pageRows)
  const rows: TaskRow[] = []
  for (let page = 0; page < pages; page++) {
    const pageStart = offset / pageRows + page + 1
    const query = taskListQuery({ ...filter, pageStart, pageCount: pageRows }, keyword)
    rows.push(...(await queries.query({ ...query, staleTime: 0 })).data)
  }
  return { rows, offset, total }
}
