import * as task from '@showroom/contract/task/task.api'
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { keyOf, queryOf } from '../api/query'
import { type TaskFilter, taskList } from './task.fields'

/**
 * A page of the list; the last one stays visible while the next loads. Refetched on each return, as a task may be
 * completed by then, but not within a second after it was prefetched during rendering.
 */
export const taskListQuery = (filter: TaskFilter) => {
  const request = taskList.requestOf(filter)
  return queryOptions({
    ...queryOf(task.list, request),
    placeholderData: keepPreviousData,
    staleTime: 1_000,
  })
}

/** Counts on all tabs. Without a filter: all open work of the member. */
export const taskCountsQuery = (filter: TaskFilter = taskList.usual) => {
  const { pageStart: _start, pageCount: _count, orderType: _order, ...request } = taskList.requestOf(filter)
  return queryOptions({
    ...queryOf(task.counts, request),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
}

/** Refetches the counts after a follow-up. The list is refetched by the component that shows it. */
export const invalidateTasks = async (queries: QueryClient): Promise<void> => {
  await Promise.all([
    queries.invalidateQueries({ queryKey: keyOf(task.counts) }),
    queries.invalidateQueries({ queryKey: keyOf(task.list) }),
  ])
}
