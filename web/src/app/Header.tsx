import { QuestionCircleOutlined } from '@ant-design/icons'
import type { SessionInfo } from '@showroom/contract/access/access.schema'
import { Link, useMatches } from '@tanstack/react-router'
import { Suspense } from 'react'
import { Wordmark } from '../ui/Wordmark'
import { type MenuItem, useMenu } from '../frame/menu'
import { useHelp } from './help'
import { ClockNotice } from './ClockNotice'
import { FindField } from './palette/FindField'
import { useCurrentInSight } from '../frame/useCurrentInSight'
import { StoreName } from './StoreName'
import { UserMenu } from './UserMenu'
import { Tip } from '../ui/Tip'
import { useNarrow } from '../ui/useNarrow'
import { lazyWhenIdle } from '../ui/lazyWhenIdle'
import { safeAddress } from '../ui/address'

const NoticeBell = lazyWhenIdle(() => import('../notice/NoticeBell').then((module) => module.NoticeBell))

const WaitingBar = lazyWhenIdle(() => import('./waiting/WaitingBar').then((module) => module.WaitingBar))

/** Product name, permitted areas, search field, store and user menu. On a phone the areas are a separate row. */
export function Header({ session }: { session: SessionInfo }) {
  // A phone's header has no room for it; the user menu has the same link.
  const isNarrow = useNarrow()
  return (
    <header className="sr-header">
      <Link to="/dashboard/index" className="sr-header-home" aria-label="展厅 Showroom，返回概览">
        <Wordmark />
      </Link>
      <Menu items={useMenu()} />
      <FindField session={session} />
      <div className="sr-header-end">
        <StoreName session={session} />
        <ClockNotice />
        <Suspense>
          <WaitingBar />
        </Suspense>
        <Suspense fallback={<span className="sr-bell" />}>
          <NoticeBell />
        </Suspense>
        {!isNarrow && <HelpLink />}
        <UserMenu session={session} />
      </div>
    </header>
  )
}

/** Opens the guides' passage about the page on screen, in another tab: the work here stays as it is. */
const HelpLink = () => (
  <a
    className="sr-bell sr-help"
    href={safeAddress(useHelp())}
    target="_blank"
    rel="noopener"
    aria-label="本页帮助"
    title="本页帮助"
  >
    <QuestionCircleOutlined aria-hidden />
  </a>
)

function Menu({ items }: { items: readonly MenuItem[] }) {
  const { nav, pathname } = useCurrentInSight()
  const area =
    useMatches({ select: (matches) => matches.find(({ staticData }) => staticData.area)?.staticData.area }) ??
    pathname
  return (
    <nav ref={nav} className="sr-menu" aria-label="主菜单">
      {items.map((item) =>
        item.locked ? (
          <Tip key={item.to} text={item.locked}>
            <span className="sr-menu-item" role="link" aria-disabled="true" tabIndex={0}>
              {item.title}
            </span>
          </Tip>
        ) : (
          <Link
            key={item.to}
            to={item.to}
            className="sr-menu-item"
            {...(area.startsWith(item.prefix) && { 'aria-current': 'page' as const })}
          >
            {item.title}
          </Link>
        ),
      )}
    </nav>
  )
}
