import * as task from '@showroom/contract/task/task.api'
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { callApi } from '../api/client'
import { keyOf } from '../api/query'
import { type TaskFilter, taskList } from './task.fields'

/**
 * A page of the list; while the next one loads, the last stays in sight. Asked again on each return: a task may be done by then. (But
 * not within the second in which it was asked for while the page was being drawn.)
 */
export const taskListQuery = (filter: TaskFilter) => {
  const request = taskList.requestOf(filter)
  return queryOptions({
    queryKey: [...keyOf(task.list), request],
    queryFn: ({ signal }) => callApi(task.list, request, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 1_000,
  })
}

/** Numbers on all tabs. Without a filter: what the member has to do at all. */
export const taskCountsQuery = (filter: TaskFilter = taskList.usual) => {
  const { pageStart: _start, pageCount: _count, orderType: _order, ...request } = taskList.requestOf(filter)
  return queryOptions({
    queryKey: [...keyOf(task.counts), request],
    queryFn: ({ signal }) => callApi(task.counts, request, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
}

/** After a follow-up: the numbers at once. The list is asked again by whoever shows it. */
export const invalidateTasks = async (queries: QueryClient): Promise<void> => {
  await Promise.all([
    queries.invalidateQueries({ queryKey: keyOf(task.counts) }),
    queries.invalidateQueries({ queryKey: keyOf(task.list) }),
  ])
}
