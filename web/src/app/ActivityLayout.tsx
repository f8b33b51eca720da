import { Link, Outlet, useRouter } from '@tanstack/react-router'
import type { ActivityEntry, Waiting } from '../frame/activity'
import { useSession } from '../frame/session'
import { activityMenuOf } from './activityMenu'
import { useCurrentInSight } from './useCurrentInSight'
import './activity.css'

/** The activity area: its menu at the left, on a phone a strip of tabs, and the page. */
export function ActivityLayout() {
  const entries = activityMenuOf(useRouter(), useSession())
  return (
    <div className="sr-activity">
      {entries.length > 0 && <ActivityMenu entries={entries} />}
      <div className="sr-activity-page">
        <Outlet />
      </div>
    </div>
  )
}

function ActivityMenu({ entries }: { entries: readonly ActivityEntry[] }) {
  const { nav, pathname } = useCurrentInSight()
  return (
    <nav ref={nav} className="sr-activity-menu" aria-label="工作任务">
      {entries.map((entry) => (
        <Item key={entry.to} entry={entry} current={pathname === entry.to} />
      ))}
    </nav>
  )
}

function Item({ entry, current }: { entry: ActivityEntry; current: boolean }) {
  const { title, to, icon, Count } = entry
  const link = (waiting?: Waiting) => (
    <Link
      to={to}
      className="sr-activity-item"
      title={waiting?.text}
      {...(current && { 'aria-current': 'page' as const })}
    >
      <span className="sr-activity-icon">{icon}</span>
      <span>{title}</span>
      {waiting && waiting.count > 0 && <WaitingCount {...waiting} />}
    </Link>
  )
  return Count ? <Count>{link}</Count> : link()
}

const most = 999

function WaitingCount({ count, late }: Waiting) {
  return (
    <span className={`sr-activity-count ${late ? 'sr-activity-count-late' : ''}`}>
      {count > most ? `${most}+` : count}
      <span className="sr-visually-hidden"> 条待处理</span>
    </span>
  )
}
