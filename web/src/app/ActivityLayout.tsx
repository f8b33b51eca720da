import {
  AuditOutlined,
  CarOutlined,
  FileDoneOutlined,
  ScheduleOutlined,
  UserSwitchOutlined,
} from '@ant-design/icons'
import { Link, Outlet } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type ActivityItem, activityItems, activityMenuOf, useWaiting, type Waiting } from './activityMenu'
import { useSession } from '../frame/session'
import { useCurrentInSight } from './useCurrentInSight'
import './activity.css'

const icons: Readonly<Record<ActivityItem, ReactNode>> = {
  tasks: <ScheduleOutlined />,
  leads: <UserSwitchOutlined />,
  failVerify: <AuditOutlined />,
  orderVerify: <FileDoneOutlined />,
  orderApproved: <CarOutlined />,
}

/** The activity area: its menu at the left, on a phone a strip of tabs, and the page. */
export function ActivityLayout() {
  const session = useSession()
  const items = activityMenuOf(session)
  return (
    <div className="sr-activity">
      {items.length > 0 && <ActivityMenu items={items} />}
      <div className="sr-activity-page">
        <Outlet />
      </div>
    </div>
  )
}

function ActivityMenu({ items }: { items: readonly ActivityItem[] }) {
  const waiting = useWaiting(useSession())
  const { nav, pathname } = useCurrentInSight()
  return (
    <nav ref={nav} className="sr-activity-menu" aria-label="工作任务">
      {items.map((item) => {
        const { title, to } = activityItems[item]
        const some = waiting[item]
        return (
          <Link
            key={item}
            to={to}
            className="sr-activity-item"
            title={some?.text}
            {...(pathname === to && { 'aria-current': 'page' as const })}
          >
            <span className="sr-activity-icon">{icons[item]}</span>
            <span>{title}</span>
            {some && some.count > 0 && <Count {...some} />}
          </Link>
        )
      })}
    </nav>
  )
}

const most = 999

function Count({ count, late }: Waiting) {
  return (
    <span className={`sr-activity-count ${late ? 'sr-activity-count-late' : ''}`}>
      {count > most ? `${most}+` : count}
      <span className="sr-visually-hidden"> 条待处理</span>
    </span>
  )
}
