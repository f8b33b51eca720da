import { useCallback, useEffect, useMemo } from 'react'
import { paths } from '../app/paths'
import { useListAddress } from '../ui/list/useListAddress'
import { TaskListSearch } from './task.address'
import { filterOf, lastTasks, searchOf, type TaskFilter } from './task.search'

const address = {
  path: paths.tasks,
  schema: TaskListSearch,
  last: lastTasks,
  restoredFrom: '/customer/detail/',
}

/** The list's filters and the task whose follow-up is open: read from the address, changed by going to another one. */
export function useTaskFilter() {
  const { search, keyword, restored, go } = useListAddress(address)
  const filter = useMemo(() => filterOf(search), [search])
  useEffect(() => lastTasks.remember(searchOf(filter), keyword), [filter, keyword])
  useEffect(() => {
    if (restored) go(search, keyword)
  }, [restored, search, keyword, go])
  const follow = useCallback(
    (activityId: number, options?: { push?: boolean }): void =>
      go({ ...searchOf(filter), ...(activityId > 0 && { at: activityId }) }, keyword, options),
    [go, filter, keyword],
  )
  return {
    filter,
    keyword,
    /** The task whose follow-up is open; 0 for none. */
    at: search.at ?? 0,
    /** Opens the follow-up of a task, or closes it. */
    follow,
    /** Any change but one of the page starts again at page 1. */
    change: (part: Partial<TaskFilter>) => go(searchOf({ ...filter, pageStart: 1, ...part }), keyword),
    searchFor: (next: string) => next !== keyword && go(searchOf({ ...filter, pageStart: 1 }), next),
    /** The tabs stay: they say what one looks at, not what is left out of it. */
    reset: () => {
      const { activityType: t, filterType: f, pageCount } = filter
      go(searchOf({ ...filterOf({ t, f }), pageCount }), '')
    },
  }
}

export type TaskFilterState = ReturnType<typeof useTaskFilter>
