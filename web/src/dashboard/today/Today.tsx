import { todayParts, type TodayPart } from '@showroom/contract/dashboard/today.rules'
import type { TodayAnswer, TodayRow } from '@showroom/contract/dashboard/today.schema'
import { taskFilter } from '@showroom/contract/task/task.rules'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useDeferredValue, useState } from 'react'
import { Peeks } from '../../customer/public'
import { leadList } from '../../lead/public'
import { taskList, useTaskQueue } from '../../task/public'
import { inDays } from '../../ui/dayText'
import { EmptyState } from '../../ui/EmptyState'
import { ErrorState } from '../../ui/ErrorState'
import { RowsSkeleton } from '../../ui/Skeletons'
import { useNow } from '../../ui/useNow'
import { todayQuery } from '../dashboard.queries'
import { MyDay } from './MyDay'
import { addedText, leftOf, partTitles } from './today.labels'
import { type Openers, TodayRowItem } from './TodayRowItem'
import { DriveStep, filter, LeadsDrawer, pageOf, TaskFollow } from './drawers'
import { Keys, WorkRows } from './WorkRows'
import '../../ui/home.css'
import './today.css'

/** Rows of a part shown before 展开. */
const mostShown: Readonly<Partial<Record<TodayPart, number>>> = { overdue: 5 }

/** 今天: the member's work in the order of the day, each row with its next action, and the day's numbers beside it, with the children. */
export function Today({ children }: { children?: ReactNode }) {
  const { data: current, error, refetch } = useQuery(todayQuery())
  // In slices: forty rows at once would hold a telephone for a fifth of a second.
  const data = useDeferredValue(current)
  return (
    <div className="sr-today">
      {data ? (
        <Work data={data} />
      ) : (
        <section className="sr-panel sr-today-list" aria-busy={!error}>
          {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <RowsSkeleton rows={10} />}
        </section>
      )}
      <MyDay day={data}>{children}</MyDay>
    </div>
  )
}

/** Identifies a row across refetches: a customer's row may get another task. */
const keyOfRow = ({ clueId, customerId, activityId }: TodayRow): string =>
  clueId > 0 ? `lead ${clueId}` : `customer ${customerId} ${activityId}`

function Work({ data }: { data: TodayAnswer }) {
  const [task, setTask] = useState(0)
  const [lead, setLead] = useState(0)
  const [driven, setDriven] = useState(0)
  const openers: Openers = { follow: setTask, lead: setLead, drive: setDriven }
  const { rows } = data
  return (
    <WorkRows
      label="今天"
      rows={rows}
      keyOf={keyOfRow}
      parts={todayParts.map((name) => {
        const beyond = leftOf(name, data.left)
        const more = <More part={name} beyond={beyond} />
        return { name, title: partTitles[name], most: mostShown[name], beyond, more }
      })}
      partOf={({ part }) => part}
      textsOf={({ name, level, content, seriesName }) => [name, level, content, seriesName]}
      addedText={addedText}
      keys={<Keys of={keys} />}
      link={
        <Link
          to="/activity/tasks"
          search={taskList.searchOf({ ...taskList.usual, filterType: taskFilter.pending })}
        >
          全部任务
        </Link>
      }
      note={rows.every(({ part }) => part === 'later') && <Rest data={data} />}
      render={({ row, isGone }, isFirst) => (
        <TodayRowItem
          key={keyOfRow(row)}
          row={row}
          isGone={isGone}
          isFirst={isFirst}
          hours={data.hours}
          openers={openers}
        />
      )}
    >
      {(found) => (
        <>
          <Peeks />
          <TaskDrawer rows={found} opened={task} open={(id) => (id < 0 ? setLead(-id) : setTask(id))} />
          {lead > 0 && <LeadsDrawer ids={found.map(({ clueId }) => clueId)} opened={lead} open={setLead} />}
          {driven > 0 && <DriveStep activityId={driven} onClosed={() => setDriven(0)} />}
        </>
      )}
    </WorkRows>
  )
}

const keys = [
  ['J K', '选择'],
  ['Enter', '做这一步'],
  ['F', '跟进'],
  ['N', '新建'],
  ['/', '筛选'],
] as const

/** No work today: the day that has some next. */
function Rest({ data: { rows, next } }: { data: TodayAnswer }) {
  const now = useNow()
  const [day] = next
  if (rows.length === 0)
    return <EmptyState title="没有待跟进的任务" hint="新建客户或完成跟进时安排的下次跟进会出现在这里。" />
  return (
    <p className="sr-today-none">今天没有待办{day && `，接下来：${inDays(day.day, now)} ${day.total} 条`}</p>
  )
}

/** The rows that the server did not list are in the list itself. */
const More = ({ part, beyond }: { part: TodayPart; beyond: number }) =>
  part === 'now' ? (
    <Link to="/activity/clue-clear" search={leadList.searchOf(leadList.usual)}>
      还有 {beyond} 条线索
    </Link>
  ) : (
    <Link
      to="/activity/tasks"
      search={taskList.searchOf({
        ...taskList.usual,
        filterType: part === 'overdue' ? taskFilter.overdue : taskFilter.today,
      })}
    >
      还有 {beyond} 条
    </Link>
  )

interface QueueProps {
  rows: readonly TodayRow[]
  opened: number
  open: (id: number) => void
}

/** Follows up the opened task; after saving comes the next one of the day. */
function TaskDrawer({ rows, opened, open }: QueueProps) {
  const tasks = rows
    .filter(({ activityId }) => activityId > 0)
    .map(({ activityId, customerId, name }) => ({ activityId, customerId, customerName: name }))
  const queue = useTaskQueue({ filter, opened, open }, { rows: tasks, total: tasks.length }, (part) =>
    pageOf(tasks, part),
  )
  return <TaskFollow opened={opened} queue={queue} />
}
