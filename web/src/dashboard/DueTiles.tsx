import { owningRoles } from '@showroom/contract/access/access.rules'
import type { SessionInfo } from '@showroom/contract/access/access.schema'
import { waitsTooLong } from '@showroom/contract/desk/desk.rules'
import type { DashboardDue } from '@showroom/contract/dashboard/dashboard.schema'
import { taskFilter } from '@showroom/contract/task/task.rules'
import { leadTab } from '@showroom/contract/lead/lead.rules'
import { allocationStage } from '@showroom/contract/order/verify.rules'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMayEnter, worksAtGroup } from '../frame/areas'
import type { Path } from '../frame/path'
import { useSession } from '../frame/session'
import { Countdown, leadList } from '../lead/public'
import { reviewList } from '../review/public'
import { taskList } from '../task/public'
import type { ListSearch } from '../ui/list/filter/listSearch'
import { useNow } from '../ui/useNow'
import { dueQuery } from './dashboard.queries'
import { leadsToClear } from './leadLinks'
import './due.css'
import { withCommas } from '../ui/withCommas'

interface FigureProps {
  readonly title: string
  readonly count: number
  readonly tone: 'late' | 'due' | 'calm'
  readonly hint: ReactNode
}

interface Tile extends FigureProps {
  readonly to: Path
  readonly search: ListSearch
}

interface DueTilesProps {
  /** Work that the page lists row by row. */
  without?: readonly (keyof DashboardDue)[]
  /** One line instead of tiles. */
  isLine?: boolean
}

/** Due work of the member: each tile links to its exact list. */
export function DueTiles({ without = [], isLine = false }: DueTilesProps) {
  const { data, isError } = useQuery(dueQuery())
  const now = useNow()
  const session = useSession()
  if (!data && isError) return null
  if (!data) return <div className={isLine ? 'sr-due-line' : 'sr-due-tiles sr-due-awaited'} aria-hidden />
  const listed = Object.fromEntries(without.map((name) => [name, null]))
  const tiles = tilesOf({ ...data, ...listed }, now, session)
  if (tiles.length === 0) return null
  return (
    <nav className={isLine ? 'sr-panel sr-due-line' : 'sr-due-tiles'} aria-label="待办">
      {tiles.map((one) => (
        <DueTile key={one.title} {...one} />
      ))}
    </nav>
  )
}

/** A number, as a link to its list unless that is closed to the member. */
function DueTile({ to, search, ...figure }: Tile) {
  const mayEnter = useMayEnter(to)
  return mayEnter ? (
    <Link to={to} search={search} {...lookOf(figure)}>
      <Figure {...figure} />
    </Link>
  ) : (
    <div {...lookOf(figure)}>
      <Figure {...figure} />
    </div>
  )
}

const lookOf = ({ count, tone }: FigureProps) => ({
  className: 'sr-due-tile',
  'data-tone': count > 0 ? tone : 'calm',
  'data-empty': count === 0,
})

const Figure = ({ title, count, hint }: FigureProps) => (
  <>
    <span className="sr-due-title">{title}</span>
    <span className="sr-due-count sr-num">{withCommas(count)}</span>
    <span className="sr-due-hint">{hint}</span>
  </>
)

function tilesOf(due: DashboardDue, now: number, session: SessionInfo): Tile[] {
  /** Others own no customers, so that their tiles would stay at 0. */
  const hasTasks = session.seesStore || owningRoles.includes(session.role)
  const { tasks, clearing, assigning, arrivals, cars } = due
  return [
    ...(tasks && (hasTasks || tasks.today + tasks.overdue > 0)
      ? ([
          tile(
            '今日到期',
            tasks.today,
            'due',
            '/activity/tasks',
            tabOf(taskFilter.today),
            '今天要跟进的客户',
          ),
          tile(
            '已逾期',
            tasks.overdue,
            'late',
            '/activity/tasks',
            tabOf(taskFilter.overdue),
            '已过跟进日期的客户',
          ),
        ] as const)
      : []),
    ...(arrivals ? [arrivalTile(arrivals, now)] : []),
    ...(clearing ? [clearingTile(clearing)] : []),
    ...(clearing && worksAtGroup(session) ? [lateTile(clearing)] : []),
    ...count('待分配', assigning, '/activity/clue-clear', { t: leadTab.unassigned }, '等待客户经理的线索'),
    ...count(
      '战败待审核',
      due.defeats,
      '/activity/fail-verify',
      reviewList.searchOf(reviewList.usual),
      '等待同意或驳回',
    ),
    ...count('订单待审核', due.orders, '/activity/order-verify', {}, '等待同意或驳回'),
    ...count('待配车', due.allocations, '/activity/order-approved', {}, '等待厂家配车'),
    ...(cars
      ? [
          carTile('厂家处理中', cars.making, allocationStage.making, '厂家已接单，在途'),
          carTile('已配车', cars.equipped, allocationStage.equipped, '有车，等待交付'),
        ]
      : []),
  ]
}

const tile = (
  title: string,
  number: number,
  tone: Tile['tone'],
  to: Path,
  search: ListSearch,
  hint: ReactNode,
): Tile => ({ title, count: number, tone, to, search, hint })

const tabOf = (filterType: number): ListSearch => taskList.searchOf({ ...taskList.usual, filterType })

/** No tile for work that is not the member's. */
const count = (
  title: string,
  number: number | null,
  to: Path,
  search: ListSearch,
  hint: string,
): readonly Tile[] => (number === null ? [] : [tile(title, number, 'due', to, search, hint)])

function arrivalTile({ waiting, longestAt }: NonNullable<DashboardDue['arrivals']>, now: number): Tile {
  const minutes = Math.floor((now - longestAt) / 60)
  const late = waiting > 0 && waitsTooLong(longestAt, now)
  const hint = waiting > 0 ? `最久已等 ${minutes} 分钟` : '展厅里没有人在等'
  return tile('到店等待', waiting, late ? 'late' : 'due', '/front/board', {}, hint)
}

const carTile = (title: string, number: number, stage: number, hint: string): Tile =>
  tile(title, number, 'calm', '/activity/order-approved', { t: stage }, hint)

/** For the group, which looks after several stores: the leads past the limit. */
const lateTile = ({ overdue, times }: NonNullable<DashboardDue['clearing']>): Tile =>
  tile(
    '超时未清洗',
    overdue,
    'late',
    '/activity/clue-clear',
    leadList.searchOf({ ...leadList.usual, isOverdue: 1 }),
    `超过 ${Math.round(times.clearWithin / 60)} 分钟未清洗`,
  )

/** With the countdown of the most urgent lead without a result; 未接通 have one. */
function clearingTile({ waiting, overdue, oldestAt, times }: NonNullable<DashboardDue['clearing']>): Tile {
  const hint =
    oldestAt > 0 ? (
      <Countdown deadline={{ what: '清洗', since: oldestAt, within: times.clearWithin }} hours={times} />
    ) : waiting > 0 ? (
      '均未接通，待再次联系'
    ) : (
      '没有等待清洗的线索'
    )
  return tile('待清洗', waiting, overdue > 0 ? 'late' : 'due', '/activity/clue-clear', leadsToClear, hint)
}
