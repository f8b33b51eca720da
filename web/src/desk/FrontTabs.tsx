import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMayEnter } from '../frame/areas'
import { useCurrentInSight } from '../frame/useCurrentInSight'
import { boardQuery } from './desk.queries'
import './desk.css'

/** The pages of the front desk; the board's tab shows the number of present visitors. */
export function FrontTabs() {
  const hasBoard = useMayEnter('/front/board')
  const { nav } = useCurrentInSight()
  const { data } = useQuery({ ...boardQuery(), enabled: hasBoard })
  const present = data?.data.length ?? 0
  return (
    <nav ref={nav} className="sr-front-tabs sr-head-strip" aria-label="前台流量">
      <Link to="/front/index" className="sr-front-tab" activeProps={{ 'aria-current': 'page' }}>
        流量列表
      </Link>
      {hasBoard && (
        <Link to="/front/board" className="sr-front-tab" activeProps={{ 'aria-current': 'page' }}>
          到店看板
          {present > 0 && (
            <span className="sr-front-count">
              {present}
              <span className="sr-visually-hidden"> 位在店</span>
            </span>
          )}
        </Link>
      )}
      <Link
        to="/front/appointments"
        search={{ day: 0, view: 'day' }}
        activeOptions={{ includeSearch: false }}
        className="sr-front-tab"
        activeProps={{ 'aria-current': 'page' }}
      >
        预约日程
      </Link>
    </nav>
  )
}
