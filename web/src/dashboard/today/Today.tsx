import { drives as drivesCall } from '@showroom/contract/appointment/appointment.api'
import { todayParts, type TodayPart } from '@showroom/contract/dashboard/today.rules'
import type { TodayAnswer, TodayRow } from '@showroom/contract/dashboard/today.schema'
import { clockText, dayStart } from '@showroom/contract/kernel/day'
import { taskFilter } from '@showroom/contract/task/task.rules'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button, Input } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import { nowSeconds } from '../../api/clock'
import { queryOf } from '../../api/query'
import { StepDialog } from '../../appointment/public'
import { FollowDrawer, Peeks } from '../../customer/public'
import { LeadDrawer, leadList } from '../../lead/public'
import { taskList, useTaskQueue } from '../../task/public'
import { inDays } from '../../ui/dayText'
import { EmptyState } from '../../ui/EmptyState'
import { useFrozenOrder } from '../../ui/queue/useFrozenOrder'
import { useOutcomes, useWorkQueue } from '../../ui/queue/useWorkQueue'
import { useFirstRowKey, useRowKeys } from '../../ui/queue/useRowKeys'
import { RowsSkeleton } from '../../ui/Skeletons'
import { useNow } from '../../ui/useNow'
import { useShortcut } from '../../ui/useShortcut'
import { todayQuery } from '../dashboard.queries'
import { MyDay } from './MyDay'
import { addedText, leftOf, partTitles } from './today.labels'
import { type Openers, TodayRowItem } from './TodayRowItem'
import { keyOfRow, type SteadyRow, useSteadyRows } from './useSteadyRows'
import '../../ui/home.css'
import './today.css'

/** Rows of a part shown before 展开. */
const mostShown: Readonly<Partial<Record<TodayPart, number>>> = { overdue: 5 }

/** 今天: the member's work in the order of the day, each row with its next action, and the day's numbers beside it, with the children. */
export function Today({ children }: { children?: ReactNode }) {
  const { data } = useQuery(todayQuery())
  return (
    <div className="sr-today">
      {data ? (
        <Work data={data} />
      ) : (
        <section className="sr-panel sr-today-list" aria-busy="true">
          <RowsSkeleton rows={10} />
        </section>
      )}
      <MyDay day={data}>{children}</MyDay>
    </div>
  )
}

const matches = ({ name, level, content, seriesName }: TodayRow, word: string): boolean =>
  [name, level, content, seriesName].some((text) => text.toLowerCase().includes(word.toLowerCase()))

function Work({ data }: { data: TodayAnswer }) {
  const [task, setTask] = useState(0)
  const [lead, setLead] = useState(0)
  const [driven, setDriven] = useState(0)
  const [word, setWord] = useState('')
  const found = word ? data.rows.filter((row) => matches(row, word)) : data.rows
  const { rows, added, holding } = useSteadyRows(found)
  const openers: Openers = { follow: setTask, lead: setLead, drive: setDriven }
  const field = useRef<HTMLDivElement>(null)
  useRowKeys(true, true)
  useFirstRowKey()
  useShortcut('/', '筛选', () => field.current?.querySelector('input')?.focus(), { opens: false })
  const first = rows.find(({ isGone }) => !isGone)
  const parts = todayParts.filter((part) => rows.some(({ row }) => row.part === part))
  const isRest = data.rows.every(({ part }) => part === 'later')
  return (
    <section className="sr-panel sr-today-list" aria-label="今天" data-rows {...holding}>
      <header className="sr-today-head">
        <p className="sr-today-added" role="status">
          {addedText(added)}
        </p>
        {added.length === 0 && <Keys />}
        <div ref={field}>
          <Input
            size="small"
            allowClear
            placeholder="筛选"
            aria-label="筛选今天的工作"
            value={word}
            onChange={({ target }) => setWord(target.value.trim())}
          />
        </div>
        <Link
          to="/activity/tasks"
          search={taskList.searchOf({ ...taskList.usual, filterType: taskFilter.pending })}
        >
          全部任务
        </Link>
      </header>
      {isRest && <Rest data={data} />}
      {word !== '' && rows.length === 0 && <p className="sr-quiet sr-today-none">没有符合“{word}”的行</p>}
      {parts.map((part) => (
        <Part
          key={part}
          part={part}
          rows={rows.filter(({ row }) => row.part === part)}
          data={data}
          isWhole={word !== ''}
        >
          {({ row, isGone }) => (
            <TodayRowItem
              key={keyOfRow(row)}
              row={row}
              isGone={isGone}
              isFirst={row === first?.row}
              hours={data.hours}
              openers={openers}
            />
          )}
        </Part>
      ))}
      <Peeks />
      <TaskDrawer rows={found} opened={task} open={(id) => (id < 0 ? setLead(-id) : setTask(id))} />
      {lead > 0 && <LeadsDrawer rows={found} opened={lead} open={setLead} />}
      {driven > 0 && <DriveStep activityId={driven} onClosed={() => setDriven(0)} />}
    </section>
  )
}

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

interface PartProps {
  part: TodayPart
  rows: readonly SteadyRow[]
  data: TodayAnswer
  /** Shows all rows. */
  isWhole: boolean
  children: (row: SteadyRow) => ReactNode
}

function Part({ part, rows, data: { left }, isWhole, children }: PartProps) {
  const now = useNow()
  const [isOpen, setOpen] = useState(false)
  const most = isOpen || isWhole ? rows.length : (mostShown[part] ?? rows.length)
  const beyond = leftOf(part, left)
  const folded = rows.length - Math.min(most, rows.length)
  return (
    <section aria-label={partTitles[part]}>
      <h2 className="sr-today-title" data-part={part}>
        {partTitles[part]}{' '}
        <span className="sr-num">{part === 'now' ? clockText(now) : rows.length + beyond}</span>
      </h2>
      <ul className="sr-today-rows">{rows.slice(0, most).map(children)}</ul>
      {folded > 0 && (
        <Button type="link" size="small" onClick={() => setOpen(true)}>
          展开 {folded} 条
        </Button>
      )}
      {folded === 0 && beyond > 0 && <More part={part} beyond={beyond} />}
    </section>
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

const Keys = () => (
  <p className="sr-today-keys sr-quiet">
    <kbd className="sr-kbd">J</kbd> <kbd className="sr-kbd">K</kbd> 选择 <kbd className="sr-kbd">Enter</kbd>{' '}
    做这一步 <kbd className="sr-kbd">F</kbd> 跟进 <kbd className="sr-kbd">N</kbd> 新建{' '}
    <kbd className="sr-kbd">/</kbd> 筛选
  </p>
)

interface QueueProps {
  rows: readonly TodayRow[]
  opened: number
  open: (id: number) => void
}

/** All rows are one page of the queue. */
const filter = { ...taskList.usual, filterType: taskFilter.today, pageCount: 200 }
const pageOf = <Row,>(
  rows: readonly Row[],
  { pageStart, pageCount }: { pageStart: number; pageCount: number },
) => rows.slice((pageStart - 1) * pageCount, pageStart * pageCount)

/** Follows up the opened task; after saving comes the next one of the day. */
function TaskDrawer({ rows, opened, open }: QueueProps) {
  const tasks = rows
    .filter(({ activityId }) => activityId > 0)
    .map(({ activityId, customerId, name }) => ({ activityId, customerId, customerName: name }))
  const queue = useTaskQueue({ filter, opened, open }, { rows: tasks, total: tasks.length }, (part) =>
    pageOf(tasks, part),
  )
  if (opened === 0) return null
  return (
    <FollowDrawer
      customerId={queue.row?.customerId}
      name={queue.row?.customerName}
      activityId={opened}
      queue={{ ...queue, isAddressed: false }}
      onClosed={queue.close}
    />
  )
}

const leadIdOf = ({ clueId }: TodayRow): number => clueId

/** Handles the opened lead, then the next one. */
function LeadsDrawer({ rows, opened, open }: QueueProps) {
  const leads = rows.filter(({ clueId }) => clueId > 0)
  const list = { filter, opened, open }
  const outcomes = useOutcomes(opened > 0)
  const order = useFrozenOrder({
    list,
    page: { rows: leads, total: leads.length },
    idOf: leadIdOf,
    outcomes: outcomes[0],
    read: async (part) => pageOf(leads, part),
  })
  const queue = useWorkQueue({
    list,
    rows: leads,
    idOf: leadIdOf,
    order,
    outcomes,
    atEnd: 'close',
    opensByKey: false,
  })
  return <LeadDrawer clueId={opened} queue={queue} />
}

/** Hands over the keys of a test drive of today, or takes the car back. */
function DriveStep({ activityId, onClosed }: { activityId: number; onClosed: () => void }) {
  const { data } = useQuery(queryOf(drivesCall, { day: dayStart(nowSeconds()) }))
  const [opened] = useState(() => ({
    drive: undefined as NonNullable<typeof data>['data'][number] | undefined,
  }))
  // The dialog keeps its drive, which changes when the step is done.
  opened.drive ??= data?.data.find((one) => one.activityId === activityId)
  return opened.drive ? <StepDialog drive={opened.drive} onClosed={onClosed} /> : null
}
