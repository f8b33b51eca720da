import { useCallback } from 'react'
import { paths } from '../frame/paths'
import { useListFilter } from '../ui/list/useListFilter'
import { TaskListSearch } from './task.address'
import { filterOf, lastTasks, searchOf } from './task.search'

const options = {
  path: paths.tasks,
  schema: TaskListSearch,
  filterOf,
  searchOf,
  last: lastTasks,
  restoredFrom: '/customer/detail/',
}

/** The list's filters and the task whose follow-up is open. */
export function useTaskFilter() {
  const { search, ...list } = useListFilter(options)
  const { filter, keyword, go } = list
  const follow = useCallback(
    (activityId: number, how?: { push?: boolean }): void =>
      go({ ...searchOf(filter), ...(activityId > 0 && { at: activityId }) }, keyword, how),
    [go, filter, keyword],
  )
  return {
    ...list,
    /** The task whose follow-up is open; 0 for none. */
    at: search.at ?? 0,
    /** Opens the follow-up of a task, or closes it. */
    follow,
    /** The tabs stay: they say what one looks at, not what is left out of it. */
    reset: () => {
      const { activityType: t, filterType: f, pageCount } = filter
      go(searchOf({ ...filterOf({ t, f }), pageCount }), '')
    },
  }
}

export type TaskFilterState = ReturnType<typeof useTaskFilter>
