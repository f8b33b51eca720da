import { Link, Outlet } from '@tanstack/react-router'
import type { AreaEntry, Waiting } from '../frame/areaMenu'
import { useCurrentInSight } from '../frame/useCurrentInSight'
import './area.css'

/** An area of related pages: their menu at the left (a strip of tabs on a phone), and the page. */
export function AreaLayout({ label, entries }: { label: string; entries: readonly AreaEntry[] }) {
  return (
    <div className="sr-area">
      {entries.length > 0 && <AreaMenu label={label} entries={entries} />}
      <div className="sr-area-page">
        <Outlet />
      </div>
    </div>
  )
}

function AreaMenu({ label, entries }: { label: string; entries: readonly AreaEntry[] }) {
  const { nav, pathname } = useCurrentInSight()
  return (
    <nav ref={nav} className="sr-area-menu sr-head-strip" aria-label={label}>
      {entries.map((entry) => (
        <Item key={entry.to} entry={entry} current={pathname === entry.to} />
      ))}
    </nav>
  )
}

function Item({ entry, current }: { entry: AreaEntry; current: boolean }) {
  const { title, to, icon, Count } = entry
  const link = (waiting?: Waiting) => (
    <Link
      to={to}
      className="sr-area-item"
      title={waiting?.text}
      {...(current && { 'aria-current': 'page' as const })}
    >
      <span className="sr-area-icon">{icon}</span>
      <span>{title}</span>
      {waiting && waiting.count > 0 && <WaitingCount {...waiting} />}
    </Link>
  )
  return Count ? <Count>{link}</Count> : link()
}

const most = 999

function WaitingCount({ count, late }: Waiting) {
  return (
    <span className={`sr-area-count ${late ? 'sr-area-count-late' : ''}`}>
      {count > most ? `${most}+` : count}
      <span className="sr-visually-hidden"> 条待处理</span>
    </span>
  )
}
