import { worksOnCustomers } from '@showroom/contract/customer/customer.rights'
import { nextTasks } from '@showroom/contract/dashboard/dashboard.rules'
import { type TaskRow } from '@showroom/contract/task/task.schema'
import { taskFilter } from '@showroom/contract/task/task.rules'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { useState } from 'react'
import { CustomerName, FollowDrawer, LevelChip } from '../customer/public'
import { may, seesOthers } from '../frame/areas'
import { useSession } from '../frame/session'
import { ContentCell, DayCell, KindCell, taskList, taskListQuery, useTaskQueue } from '../task/public'
import { Cut } from '../ui/list/table/Cut'
import { EmptyState } from '../ui/EmptyState'
import { RowsSkeleton } from '../ui/Skeletons'
import { TaskFollow } from './today/drawers'
import '../ui/home.css'
import { withCommas } from '../ui/withCommas'

/**
 * The start of the member's own queue, followed up in place. Superiors without own tasks see the most pressing ones
 * of their line.
 */
export function NextTasks() {
  const session = useSession()
  const leads = seesOthers(session)
  const ofLine = { ...taskList.usual, filterType: taskFilter.pending }
  const own = { ...ofLine, saleIds: leads ? [session.profile.memberId] : [] }
  const { data } = useQuery(taskListQuery(own))
  const isLine = leads && data?.total === 0
  return <Queue key={String(isLine)} filter={isLine ? ofLine : own} isLine={isLine} />
}

interface QueueProps {
  filter: typeof taskList.usual
  isLine: boolean
}

function Queue({ filter, isLine }: QueueProps) {
  const [opened, setOpened] = useState(0)
  const { data } = useQuery(taskListQuery(filter))
  const queue = useTaskQueue(
    { filter, opened, open: (id) => setOpened(id) },
    { rows: data?.data, total: data?.total },
  )
  return (
    <section className="sr-panel sr-next" aria-labelledby="next-title">
      <header className="sr-dash-head">
        <h2 id="next-title">{isLine ? '团队最紧急的跟进' : '接下来'}</h2>
        {data && data.total > 0 && (
          <Link to="/activity/tasks" search={taskList.searchOf(filter)}>
            全部 {withCommas(data.total)} 条
          </Link>
        )}
      </header>
      <Rows rows={data?.data} isLine={isLine} onFollow={setOpened} />
      <TaskFollow opened={opened} queue={queue} />
    </section>
  )
}

interface RowsProps {
  rows: readonly TaskRow[] | undefined
  /** Tasks of others: shows the owner. */
  isLine: boolean
  onFollow: (activityId: number) => void
}

function Rows({ rows, isLine, onFollow }: RowsProps) {
  const isWork = may(useSession(), { may: worksOnCustomers })
  if (!rows) return <RowsSkeleton rows={nextTasks} />
  if (rows.length === 0)
    return <EmptyState title="没有待跟进的任务" hint="新建客户或完成跟进时安排的下次跟进会出现在这里。" />
  return (
    // Shortcuts find the rows by this list's class.
    <ul className="sr-next-rows">
      {rows.slice(0, nextTasks).map((row) => (
        <li key={row.activityId} className="sr-next-row">
          <DayCell row={row} isDone={false} />
          <span className="sr-next-who">
            <CustomerName customerId={row.customerId} name={row.customerName} row={row.activityId} />
            <LevelChip level={row.level} />
          </span>
          {isLine ? <Cut text={row.ownerName} /> : <KindCell type={row.activityType} />}
          <span className="sr-next-said">
            <ContentCell row={row} />
          </span>
          {isWork && (
            <Button
              size="small"
              aria-label={`跟进 ${row.customerName}`}
              onFocus={FollowDrawer.preload}
              onPointerEnter={FollowDrawer.preload}
              onClick={() => onFollow(row.activityId)}
            >
              跟进
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
