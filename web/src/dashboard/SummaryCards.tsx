import type { DashboardSummary } from '@showroom/contract/dashboard/dashboard.schema'
import { dueTasks } from '@showroom/contract/dashboard/dashboard.api'
import { isDayOver } from '@showroom/contract/dashboard/dashboard.rules'
import type { leadMeasures } from '@showroom/contract/report/report.rules'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { customerList } from '../customer/public'
import { taskFilter } from '@showroom/contract/task/task.rules'
import { may, useMayEnter } from '../frame/areas'
import type { Path } from '../frame/path'
import { useSession } from '../frame/session'
import { dealerQuery } from '../setting/public'
import { taskList } from '../task/public'
import type { ListSearch } from '../ui/list/filter/listSearch'
import { lazyDialog } from '../ui/lazyDialog'
import { TipText } from '../ui/Tip'
import { useNow } from '../ui/useNow'
import { changeWords, percentText, secondsWords } from './dashboard.labels'
import { summaryQuery } from './dashboard.queries'
import { leadsOf, leadsToClear } from './leadLinks'
import { withCommas } from '../ui/withCommas'

/** The numbers of the day and of the month. */
export function SummaryCards() {
  const { data } = useQuery(summaryQuery())
  return (
    <section className="sr-sums" aria-label="指标">
      <Group title="今日">
        <DayCard
          title="完成跟进"
          hint="今天完成的跟进任务，随订车、交车完成的也在内，计入完成的人"
          count={data?.todayCompletedTaskCount}
          before={data?.yesterdayCompletedTaskCount}
          rate={data?.completedTaskRate}
          to="/activity/tasks"
          search={doneToday}
        />
        <DayCard
          title="新增线上客户"
          hint="今天建档、来源为网络的客户"
          count={data?.todayNewOnlineCustomerCount}
          before={data?.yesterdayNewOnlineCustomerCount}
          rate={data?.newOnlineCustomerRate}
          to="/customer/list"
          search={createdToday(1)}
        />
        <DayCard
          title="新增线下客户"
          hint="今天建档、来源不是网络的客户"
          count={data?.todayNewStoreCustomerCount}
          before={data?.yesterdayNewStoreCustomerCount}
          rate={data?.newStoreCustomerRate}
          to="/customer/list"
          search={createdToday(2)}
        />
        <Card
          title="平均清洗用时"
          hint="今天 9:00-18:00 来自三家垂直平台的线索"
          value={data && secondsWords(data.averageClearSeconds1)}
        >
          待清洗{' '}
          {data && (
            <ToRows
              to="/activity/clue-clear"
              search={leadsToClear}
              text={withCommas(data.waitingClearCount)}
            />
          )}
        </Card>
      </Group>
      <Group title="本月">
        <FollowCard data={data} />
        {months.map((month) => (
          <MonthCard key={month.title} {...month} data={data} />
        ))}
      </Group>
      <Counts data={data} />
    </section>
  )
}

const doneToday: ListSearch = taskList.searchOf({
  ...taskList.usual,
  filterType: taskFilter.completed,
  completedDate: '0d',
})
const createdToday = (fromType: number): ListSearch =>
  customerList.searchOf({ ...customerList.usual, createdDate: '0d', withSuperseded: 1, fromType })

const openTasks = (filterType: number, count: number) =>
  ({
    to: '/activity/tasks',
    search: taskList.searchOf({ ...taskList.usual, filterType }),
    text: withCommas(count),
  }) as const

interface Ratio {
  readonly title: string
  readonly hint: string
  readonly of: (data: DashboardSummary) => number | null
  readonly to: Path
  /** The rows counted above the fraction line. */
  readonly search: ListSearch
}

const filesOfMonth = (of: Partial<typeof customerList.usual>): ListSearch =>
  customerList.searchOf({ ...customerList.usual, createdDate: 'month', withSuperseded: 1, ...of })
const leadsOfMonth = (measure: (typeof leadMeasures)[number]): ListSearch => leadsOf(measure, 'month')

const months: readonly Ratio[] = [
  {
    title: '到店率',
    hint: '本月建档的客户中，到过店的',
    of: (data) => data.arriveRatio,
    to: '/customer/list',
    search: filesOfMonth({ comeStatus: 4 }),
  },
  {
    title: '成交率',
    hint: '本月建档的客户中，已订车或交车的',
    of: (data) => data.dealRatio,
    to: '/customer/list',
    search: filesOfMonth({ levels: ['O', 'D'] }),
  },
  {
    title: '线索有效率',
    hint: '本月已清洗的线索中，有效的',
    of: (data) => data.clueValidRatio,
    to: '/activity/clue-clear',
    search: leadsOfMonth('leadsValid'),
  },
  {
    title: '线索成交率',
    hint: '本月的有效线索中，客户已订车或交车的',
    of: (data) => data.clueDealRatio,
    to: '/activity/clue-clear',
    search: leadsOfMonth('leadsBought'),
  },
]

const DueTasks = lazyDialog(() => import('./DueTasks').then((module) => module.DueTasks))

/** The share of this month's tasks done in time. No list holds open and completed tasks, so it opens its own. */
function FollowCard({ data }: { data: DashboardSummary | undefined }) {
  const [isOpen, setOpen] = useState(false)
  const text = data && percentText(data.followRatio)
  const opens = may(useSession(), dueTasks) && text !== '--'
  return (
    <>
      <Card
        title="跟进及时率"
        hint="本月到期的任务中，按时完成的"
        value={
          opens && text ? (
            <button
              type="button"
              className="sr-link sr-num sr-as-text"
              aria-label={`跟进及时率 ${text}，查看明细`}
              onPointerEnter={DueTasks.preload}
              onClick={() => setOpen(true)}
            >
              {text}
            </button>
          ) : (
            text
          )
        }
      />
      {isOpen && <DueTasks onClose={() => setOpen(false)} />}
    </>
  )
}

/** A ratio of the month. It links to its rows if the member may see them. */
function MonthCard({ title, hint, of, to, search, data }: Ratio & { data: DashboardSummary | undefined }) {
  const text = data && percentText(of(data))
  return <Card title={title} hint={hint} value={text && <ToRows {...{ to, search, text }} />} />
}

/** A number that opens its rows if the member may see them; "--" has none. */
function ToRows({ to, search, text }: { to: Path; search: ListSearch; text: string }) {
  const mayOpen = useMayEnter(to)
  return mayOpen && text !== '--' ? (
    <Link to={to} search={search}>
      {text}
    </Link>
  ) : (
    text
  )
}

const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="sr-panel sr-sums-group">
    <h2 className="sr-sums-title">{title}</h2>
    <dl className="sr-sums-cards">{children}</dl>
  </div>
)

interface CardProps {
  title: string
  hint?: string
  value: ReactNode
  children?: ReactNode
}

const Card = ({ title, hint, value, children }: CardProps) => (
  <div className="sr-sum">
    <dt>{hint ? <TipText tip={hint}>{title}</TipText> : title}</dt>
    <dd className="sr-sum-value sr-num">
      {value ?? <span className="sr-bone" style={{ display: 'block', width: 56, height: 24 }} />}
    </dd>
    {children && <dd className="sr-sum-note">{children}</dd>}
  </div>
)

interface DayCardProps {
  title: string
  hint: string
  count: number | undefined
  before: number | undefined
  rate: number | null | undefined
  to: Path
  search: ListSearch
}

/** A number of today beside yesterday's. It links to its rows if the member may see them. */
function DayCard({ title, hint, count, before, rate, to, search }: DayCardProps) {
  const text = count === undefined ? undefined : withCommas(count)
  const isOver = useDayOver()
  const change = changeWords(rate)
  return (
    <Card title={title} hint={hint} value={text && <ToRows {...{ to, search, text }} />}>
      昨日 {before ?? ''}
      {isOver && (
        <span className="sr-sum-change" data-way={change.way}>
          {change.text}
        </span>
      )}
    </Card>
  )
}

function useDayOver(): boolean {
  const { data } = useQuery(dealerQuery())
  const now = useNow()
  return data !== undefined && isDayOver(now, data.signSetting.offTime)
}

/** The store's open tasks and people. */
function Counts({ data }: { data: DashboardSummary | undefined }) {
  if (!data) return null
  return (
    <p className="sr-sums-foot sr-quiet">
      <span>
        全部待跟进 <ToRows {...openTasks(taskFilter.pending, data.pendingTaskCount)} />
        ，其中逾期 <ToRows {...openTasks(taskFilter.overdue, data.delayTaskCount)} />
      </span>
      <span>
        成员 {data.memberCount} 人
        {data.invalidMemberCount > 0 && `，其中冻结或未激活 ${data.invalidMemberCount} 人`}
      </span>
    </p>
  )
}
