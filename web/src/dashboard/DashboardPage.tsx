import { role } from '@showroom/contract/access/access.rules'
import * as dashboard from '@showroom/contract/dashboard/dashboard.api'
import { inShanghai } from '@showroom/contract/kernel/day'
import type { SessionInfo } from '@showroom/contract/access/access.schema'
import { addsCustomers } from '@showroom/contract/customer/customer.rights'
import { readsLeads } from '@showroom/contract/lead/lead.rights'
import { readsAllocations, reviewsOrders } from '@showroom/contract/order/order.rights'
import { reviewsDefeats } from '@showroom/contract/review/review.rights'
import { list as taskListCall } from '@showroom/contract/task/task.api'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { may, maySwitchStore, useMayEnter, worksAtGroup } from '../frame/areas'
import { WaitingLeads } from '../lead/public'
import { CarOrders, WaitingOrders } from '../order/public'
import { WaitingDefeats } from '../review/public'
import { useSession } from '../frame/session'
import { DeskDay } from '../desk/public'
import { nowSeconds } from '../api/clock'
import { dayWithWeekday } from '../ui/dayText'
import { lazyDialog } from '../ui/lazyDialog'
import { PageHeader } from '../ui/PageHeader'
import { useShortcut } from '../ui/useShortcut'
import { Announcement } from './Announcement'
import { hasToday } from './dashboard.queries'
import { DueTiles } from './DueTiles'
import { NextTasks } from './NextTasks'
import { SummaryCards } from './SummaryCards'
import { TeamLoad } from './TeamLoad'
import { TestDrives } from './TestDrives'
import { AreaLinks } from './AreaLinks'
import { Today } from './today/Today'
import '../ui/home.css'
import './dashboard.css'

function greetingAt(hour: number): string {
  if (hour < 5) return '夜深了'
  if (hour < 11) return '早上好'
  if (hour < 13) return '中午好'
  return hour < 18 ? '下午好' : '晚上好'
}

/** The overview: due work, the next tasks, and the numbers of team and store. */
export function DashboardPage() {
  const session = useSession()
  const { name, company, allRoles } = session.profile
  const now = nowSeconds()
  const clock = inShanghai(now)
  const mayList = useMayEnter('/customer/list')
  const mayCreate = mayList && may(session, { may: addsCustomers })
  const title = `${greetingAt(clock.getUTCHours())}，${name}`
  const hint = `${dayWithWeekday(now)} · ${company} · ${allRoles}`
  if (session.role === role.frontDesk && session.allowFront)
    return (
      <DeskDay title={title} hint={hint}>
        <Announcement />
      </DeskDay>
    )
  return (
    <>
      <PageHeader title={title} hint={hint}>
        {maySwitchStore(session) && (
          <Link to="/dashboard/stores" className="sr-button">
            门店对比
          </Link>
        )}
        {mayCreate && <NewCustomer />}
      </PageHeader>
      <Announcement />
      {session.seesStore ? <StoreWork /> : !hasToday(session) && <DueTiles />}
      <Home session={session} />
    </>
  )
}

/** Work that 今天 lists row by row. */
const ofToday = ['tasks', 'clearing'] as const

/** 新建客户, by its key too. */
function NewCustomer() {
  const navigate = useNavigate()
  useShortcut('n', '新建客户', () => void navigate({ to: '/customer/list', search: { new: 1 } }))
  return (
    <Link to="/customer/list" search={{ new: 1 }} className="sr-button">
      新建客户
    </Link>
  )
}

/** Whether work of others waits for the member: arrivals, leads to assign, reviews. */
const decides = (session: SessionInfo): boolean =>
  session.allowFront ||
  session.allowOnlineAssign ||
  session.allowFailVerify ||
  session.allowOrderVerify ||
  session.allowOrderAlloc

/** The member's own work; a leader's team beside or below it. */
const Own = ({ session, leads }: { session: SessionInfo; leads: boolean }) =>
  hasToday(session) ? (
    <>
      <Today>{decides(session) && <DueTiles without={ofToday} />}</Today>
      {leads && <TeamLoad />}
    </>
  ) : (
    <div className="sr-dash-work" data-team={leads}>
      <NextTasks />
      {leads && <TeamLoad />}
    </div>
  )

/** The part below the tiles: by what the member's day consists of. */
function Home({ session }: { session: SessionInfo }) {
  const hasCustomers = may(session, taskListCall)
  // StoreWork shows 团队负荷 of a whole store.
  const leads = may(session, dashboard.team) && !session.seesStore
  if (may(session, dashboard.testDrives)) return <TestDrives />
  if (hasCustomers || session.seesStore)
    return (
      <>
        {hasCustomers ? (
          <Own session={session} leads={leads} />
        ) : (
          <p className="sr-panel sr-home-note">
            没有「客户管理」权限，跟进任务与客户档案不在此显示；请门店管理员在团队管理中开通。
          </p>
        )}
        <WhenSeen>
          <SummaryCards />
          <DashboardCharts />
        </WhenSeen>
      </>
    )
  if (may(session, { may: readsAllocations })) return <CarOrders />
  if (worksAtGroup(session) && may(session, { may: readsLeads })) return <WaitingLeads />
  const defeats = may(session, { may: reviewsDefeats })
  const orders = may(session, { may: reviewsOrders })
  if (defeats || orders)
    return (
      <div className="sr-home-pair">
        {defeats && <WaitingDefeats />}
        {orders && <WaitingOrders />}
      </div>
    )
  return (
    <>
      {session.role === role.groupDcc && (
        <p className="sr-panel sr-home-note">本店的线索由门店自行清洗，这里只显示数量。</p>
      )}
      <AreaLinks />
    </>
  )
}

const StoreWork = lazyDialog(
  () => import('./StoreWork').then((module) => module.StoreWork),
  <div className="sr-panel sr-dash-awaited" />,
)

const DashboardCharts = lazyDialog(
  () => import('./DashboardCharts').then((module) => module.DashboardCharts),
  <div className="sr-panel sr-dash-charts-awaited" />,
)

/** Renders once it is scrolled to: the numbers below the work, whose chart code is larger than the rest of the page. */
function WhenSeen({ children }: { children: ReactNode }) {
  const [isSeen, setSeen] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!place.current) return undefined
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setSeen(true),
      { rootMargin: '200px' },
    )
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [])
  return isSeen ? children : <div ref={place} className="sr-panel sr-dash-charts-awaited" />
}
