import { readsDaily, writesDaily } from '@showroom/contract/daily/daily.rights'
import type { SessionInfo } from '@showroom/contract/access/access.schema'
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { z } from 'zod'
import { may, type MayEnter, reporting } from '../frame/areas'
import type { MenuEntry } from '../frame/menu'
import { shell } from '../frame/shell'

const writes: MayEnter = (session) => may(session, { may: writesDaily })
const reads: MayEnter = (session) => may(session, { may: readsDaily })

const menu: MenuEntry = { title: '日报', prefix: '/daily/' }

/** The page of daily reports for a member, in a store without them the morning report or the overview. */
const pageOf = (session: SessionInfo) => {
  if (writes(session)) return '/daily/index'
  if (reads(session)) return '/daily/team'
  return may(session, { may: reporting }) ? '/report/morning' : '/dashboard/index'
}

const lead = ({ context: { session } }: { context: { session: SessionInfo } }): never => {
  throw redirect({ to: pageOf(session), replace: true })
}
const enteredBy = (mayEnter: MayEnter, entry?: MenuEntry) => ({
  staticData: { mayEnter, ...(entry && { menu: entry }) },
  beforeLoad: (entered: { context: { session: SessionInfo } }): void => {
    if (!mayEnter(entered.context.session)) lead(entered)
  },
})

/** `day`: any second of the shown day; 0 is today. */
const day = z.number().int().min(0).max(9_999_999_999).default(0).catch(0)
const validateSearch = z.object({ day })

const ownReport = createRoute({
  getParentRoute: () => shell,
  path: '/daily/index',
  validateSearch,
  ...enteredBy(writes, menu),
  component: lazyRouteComponent(() => import('./OwnPage'), 'OwnPage'),
})

const teamReports = createRoute({
  getParentRoute: () => shell,
  path: '/daily/team',
  validateSearch,
  ...enteredBy(reads),
  component: lazyRouteComponent(() => import('./TeamPage'), 'TeamPage'),
})

const storeReport = createRoute({
  getParentRoute: () => shell,
  path: '/daily/store',
  /** `type`: 1 a day, 2 a week, 3 a month. */
  validateSearch: z.object({ day, type: z.literal([1, 2, 3]).default(1).catch(1) }),
  ...enteredBy(reads),
  component: lazyRouteComponent(() => import('./StorePage'), 'StorePage'),
})

const elsewhere = createRoute({ getParentRoute: () => shell, path: '/daily/$', beforeLoad: lead })

export const routes = [ownReport, teamReports, storeReport, elsewhere] as const
