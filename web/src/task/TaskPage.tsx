import { worksOnCustomers } from '@showroom/contract/customer/customer.rights'
import { type TaskRow } from '@showroom/contract/task/task.schema'
import { taskFilter } from '@showroom/contract/task/task.rules'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { FollowDrawer, Peeks } from '../customer/public'
import { may } from '../frame/areas'
import { customerFiles } from '../frame/path'
import { useSession } from '../frame/session'
import { EmptyState } from '../ui/EmptyState'
import { NothingFound, type Reach, useReach } from '../ui/list/filter/KeywordReach'
import { ListPage } from '../ui/list/ListPage'
import { useListQuery } from '../ui/list/useListQuery'
import type { PageInSight } from '../ui/queue/order'
import { useNarrow } from '../ui/useNarrow'
import { taskList, type TaskListState } from './task.fields'
import { taskCountsQuery, taskListQuery } from './task.queries'
import { TaskCards } from './TaskCards'
import { TaskFilters } from './TaskFilters'
import { TaskTable } from './TaskTable'
import { useTaskQueue } from './useTaskQueue'
import { useViewedList } from '../view/public'
import { taskViews } from './task.views'
import './task-list.css'

/** Follow-up tasks, each completed from its row. */
export function TaskPage() {
  const { list, views } = useViewedList(taskViews, { path: '/activity/tasks', restoredFrom: customerFiles })
  const { filter } = list
  const tasks = useListQuery(list, taskListQuery)
  const reach = useReach(list, tasks, taskListQuery)
  const counts = useQuery(taskCountsQuery(filter))
  const { data, isPlaceholderData } = tasks
  const isCounted = !counts.isFetching && !counts.isPlaceholderData
  const isDone = filter.filterType === taskFilter.completed
  const isWork = may(useSession(), { may: worksOnCustomers })
  return (
    <ListPage
      title="跟进任务"
      unit="条"
      className="sr-tasks"
      list={list}
      views={views}
      query={tasks}
      reach={reach}
      count={isCounted ? counts.data?.byFilter[filter.filterType] : undefined}
      renderFilters={(again) => <TaskFilters list={list} counts={counts.data} again={again} />}
      cardsOn="tablet"
      renderCards={(rows) => <TaskCards {...rows} list={list} isDone={isDone} />}
      renderTable={(rows) => <TaskTable {...rows} list={list} isDone={isDone} />}
      empty={<NoTasks list={list} reach={reach} />}
      foot={isWork && !isDone && <Keys />}
    >
      <Peeks />
      {isWork && (
        <FollowTasks
          list={list}
          page={{ rows: isPlaceholderData ? undefined : data?.data, total: data?.total }}
        />
      )}
    </ListPage>
  )
}

/** A separate component, so that changes in the queue do not re-render the list's rows. */
function FollowTasks({ list, page }: { list: TaskListState; page: PageInSight<TaskRow> }) {
  const queue = useTaskQueue(list, page)
  if (list.opened === 0) return null
  return (
    <FollowDrawer
      customerId={queue.row?.customerId}
      name={queue.row?.customerName}
      activityId={list.opened}
      queue={queue}
      onClosed={queue.close}
    />
  )
}

/** Lists the page's shortcuts. */
const Keys = () =>
  !useNarrow() && (
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

function NoTasks({ list, reach }: { list: TaskListState; reach: Reach }) {
  const { filter, keyword, change } = list
  const isFiltered = taskList.chosen(filter).length > 0
  if (isFiltered || keyword !== '' || filter.activityType > 0)
    return (
      <NothingFound
        // Without other filters, clearing resets the activity tab.
        list={isFiltered ? list : { ...list, clear: () => change({ activityType: 0 }) }}
        reach={reach}
        unit="条"
        title="没有符合条件的任务"
        hint="可减少筛选条件，或查看其他类型的任务。"
        isFiltered={isFiltered || filter.activityType > 0}
      />
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
