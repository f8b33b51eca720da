import { list as listCall } from '@showroom/contract/task/task.api'
import { taskFilter } from '@showroom/contract/task/task.schema'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { may } from '../frame/areas'
import { useSession } from '../frame/session'
import { EmptyState } from '../ui/EmptyState'
import { ListBehind, ListFoot, useLastPage, withCommas } from '../ui/list/ListFoot'
import { ListProblem } from '../ui/list/ListProblem'
import { useCards } from '../ui/list/listSpace'
import { useBehind } from '../ui/list/useBehind'
import { useReturnedFocus } from '../ui/list/useReturnedFocus'
import { PageHeader } from '../ui/PageHeader'
import { useNarrow } from '../ui/useNarrow'
import { taskCountsQuery, taskListQuery } from './task.queries'
import { chosen } from './task.search'
import { TaskCards } from './TaskCards'
import { TaskDrawer } from './TaskDrawerLoader'
import { TaskFilters } from './TaskFilters'
import { TaskTable } from './TaskTable'
import { type TaskFilterState, useTaskFilter } from './useTaskFilter'
import { useTaskKeys } from './useTaskKeys'
import { useTaskQueue } from './useTaskQueue'
import '../ui/list/list.css'
import './task-list.css'

/** Follow-up tasks (document 2, section 2.4), each to be done from its row. */
export function TaskPage() {
  const session = useSession()
  if (!may(session, listCall))
    return (
      <>
        <PageHeader title="跟进任务" />
        <div className="sr-panel">
          <EmptyState title="没有客户管理权限" hint="跟进任务属于客户管理，如需使用请联系管理员。" />
        </div>
      </>
    )
  return <Tasks />
}

function Tasks() {
  const list = useTaskFilter()
  const { filter, keyword } = list
  const narrow = useNarrow()
  const asCards = useCards()
  const tasks = useQuery(taskListQuery(filter, keyword))
  const counts = useQuery(taskCountsQuery(filter, keyword))
  const { data } = tasks
  // Not under an open follow-up: its task may just have been the page's last.
  const isSettled = data !== undefined && !tasks.isPlaceholderData && list.at === 0
  const lastPage = useLastPage(list, isSettled ? data.total : undefined)
  const queue = useTaskQueue(list, {
    rows: tasks.isPlaceholderData ? undefined : data?.data,
    total: data?.total ?? 0,
  })
  const isCounted = !counts.isFetching && !counts.isPlaceholderData
  const isBehind = useBehind(tasks, isCounted ? counts.data?.byFilter[filter.filterType] : undefined)
  useReturnedFocus(list.at, data?.data)
  const isDone = filter.filterType === taskFilter.completed
  useTaskKeys(isDone ? undefined : (activityId) => list.follow(activityId, { push: true }))
  const rows = {
    rows: data?.data,
    count: filter.pageCount,
    list,
    isDone,
    stale: tasks.isPlaceholderData,
    empty: <NoTasks list={list} />,
  }
  const again = (): void => void tasks.refetch({ cancelRefetch: false })
  return (
    <section className="sr-list sr-tasks" aria-label="跟进任务">
      <PageHeader title="跟进任务" hint={narrow && `共 ${data ? withCommas(data.total) : '…'} 条`} />
      <TaskFilters list={list} counts={counts.data} again={again} />
      <ListProblem list={tasks} again={again} />
      {isBehind && <ListBehind again={again} />}
      {(data || !tasks.isError) && (asCards ? <TaskCards {...rows} /> : <TaskTable {...rows} />)}
      {data && data.total > 0 && (
        <ListFoot list={list} total={data.total} lastPage={lastPage} narrow={narrow} unit="条">
          {!narrow && !isDone && <Keys />}
        </ListFoot>
      )}
      {list.at > 0 && <TaskDrawer queue={queue} isToday={filter.filterType === taskFilter.today} />}
    </section>
  )
}

/** What the keyboard can do here. */
const Keys = () => (
  <p className="sr-task-keys">
    <kbd className="sr-kbd">J</kbd>
    <kbd className="sr-kbd">K</kbd> 选择任务
    <kbd className="sr-kbd">F</kbd> 跟进
  </p>
)

const nothing: Readonly<Record<number, { title: string; hint: string }>> = {
  [taskFilter.today]: { title: '今天没有到期的任务', hint: '可在「全部待跟进」中提前处理后面的任务。' },
  [taskFilter.pending]: {
    title: '没有待跟进的任务',
    hint: '新建客户或完成跟进时安排的下次跟进会出现在这里。',
  },
  [taskFilter.overdue]: { title: '没有逾期的任务', hint: '所有客户都按时跟进了。' },
  [taskFilter.completed]: { title: '这段时间没有完成的任务', hint: '可更换完成时间，一次最多查询7天。' },
}

function NoTasks({ list }: { list: TaskFilterState }) {
  const { filter, keyword, reset, change } = list
  if (keyword || chosen(filter) > 0 || filter.activityType > 0)
    return (
      <EmptyState title="没有符合条件的任务" hint="可减少筛选条件，或查看其他类型的任务。">
        <Button
          onClick={() => {
            if (keyword || chosen(filter) > 0) reset()
            else change({ activityType: 0 })
          }}
        >
          清除筛选
        </Button>
      </EmptyState>
    )
  const { title, hint } = nothing[filter.filterType] ?? { title: '', hint: '' }
  return (
    <EmptyState title={title} hint={hint}>
      {filter.filterType === taskFilter.today && (
        <Button onClick={() => change({ filterType: taskFilter.pending })}>查看全部待跟进</Button>
      )}
    </EmptyState>
  )
}
