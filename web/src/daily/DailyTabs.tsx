import { Link } from '@tanstack/react-router'
import { useMayEnter } from '../frame/areas'
import { useCurrentInSight } from '../frame/useCurrentInSight'
import './daily.css'

const shared = {
  className: 'sr-daily-tab',
  activeOptions: { includeSearch: false },
  activeProps: { 'aria-current': 'page' as const },
}

/** The pages of daily reports that the member may enter, all on the same day. */
export function DailyTabs({ day }: { day: number }) {
  const search = { day }
  const { nav } = useCurrentInSight()
  const hasTeam = useMayEnter('/daily/team')
  const hasOwn = useMayEnter('/daily/index')
  return (
    <nav ref={nav} className="sr-daily-tabs sr-head-strip" aria-label="日报">
      {hasOwn && (
        <Link to="/daily/index" search={search} {...shared}>
          我的日报
        </Link>
      )}
      {hasTeam && (
        <Link to="/daily/team" search={search} {...shared}>
          团队日报
        </Link>
      )}
      {hasTeam && (
        <Link to="/daily/store" search={{ day, type: 1 }} {...shared}>
          汇总
        </Link>
      )}
    </nav>
  )
}
