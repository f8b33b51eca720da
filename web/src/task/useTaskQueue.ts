import * as customer from '@showroom/contract/customer/customer.api'
import { type TaskRow } from '@showroom/contract/task/task.schema'
import { taskFilter } from '@showroom/contract/task/task.rules'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { FollowQueue } from '../customer/public'
import { queryOf } from '../api/query'
import { isRefusal } from '../ui/failure'
import type { PageInSight } from '../ui/queue/order'
import { useFrozenOrder } from '../ui/queue/useFrozenOrder'
import { whenIdle } from '../ui/whenIdle'
import { useOutcomes, useWorkQueue, type WorkQueue } from '../ui/queue/useWorkQueue'
import type { TaskListState } from './task.fields'
import { invalidateTasks, taskListQuery } from './task.queries'

/** A task of a queue. */
export type QueuedTask = Pick<TaskRow, 'activityId' | 'customerId' | 'customerName'>
export type TaskQueue = FollowQueue & Pick<WorkQueue<QueuedTask>, 'row'>

type PageOfTasks = Pick<TaskListState['filter'], 'pageStart' | 'pageCount'>

const idOf = ({ activityId }: QueuedTask): number => activityId

/** Works through the list's tasks in their initial order. `readPage` reads them from elsewhere than the task list. */
export function useTaskQueue(
  list: Pick<TaskListState, 'filter' | 'opened' | 'open'>,
  page: PageInSight<QueuedTask>,
  readPage?: (part: PageOfTasks) => readonly QueuedTask[],
): TaskQueue {
  const { filter, opened } = list
  const queries = useQueryClient()
  const outcomes = useOutcomes(opened > 0)
  const order = useFrozenOrder<QueuedTask>({
    list,
    page,
    idOf,
    outcomes: outcomes[0],
    read: async (part) => {
      if (readPage) return readPage(part)
      const query = taskListQuery({ ...filter, ...part })
      return (await queries.query({ ...query, staleTime: 0 })).data
    },
  })
  const queue = useWorkQueue({
    list,
    rows: page.rows,
    idOf,
    order,
    outcomes,
    atEnd: 'tell',
    isWaiting: (row) => isWaiting(queries, row),
    readRow: (row) => readFile(queries, row, 0),
    opensByKey: filter.filterType !== taskFilter.completed,
  })
  const isRead = useRef(true)
  /** Refetches the list behind after the next form has loaded, because the member waits for the form. */
  const readAgain = (): void => {
    if (!isRead.current) whenIdle(() => void invalidateTasks(queries))
    isRead.current = true
  }
  const isToday = filter.filterType === taskFilter.today
  return {
    ...queue,
    title: '跟进任务',
    finished: isToday && order.beyond === 0 ? '今日任务已完成' : '列表中的任务已完成',
    isAddressed: true,
    beyond: order.beyond,
    saved: (text) => {
      queue.saved(`${queue.row?.customerName ?? ''}：${text}`)
      isRead.current = false
    },
    goOn: () => queue.goOn().finally(readAgain),
    close: () => {
      queue.close()
      readAgain()
    },
  }
}

/** Maximum age of a file that was prefetched while the previous row was being saved. */
const readAheadMs = 2_000

const readFile = (queries: QueryClient, { customerId }: QueuedTask, staleTime: number) =>
  queries.query({ ...queryOf(customer.get, { customerId }), staleTime })

/** Whether the task is still the customer's open one. If that is unknown, the form shows the error. */
async function isWaiting(queries: QueryClient, row: QueuedTask): Promise<boolean> {
  try {
    const file = await readFile(queries, row, readAheadMs)
    return [file.pendingActivity?.id, file.returnVisit?.id].includes(row.activityId)
  } catch (error) {
    return !isRefusal(error)
  }
}
