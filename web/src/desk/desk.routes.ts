import { role } from '@showroom/contract/access/access.rules'
import { createRoute } from '@tanstack/react-router'
import type { MayEnter } from '../frame/areas'
import { coming } from '../frame/screen'
import { shell } from '../frame/shell'

/** Network sales and front desk work at the desk only when they were given it. */
const onlyWhenGiven: ReadonlySet<number> = new Set([role.dcc, role.frontDesk])

const mayReceive: MayEnter = (session) =>
  session.isAdmin ||
  (session.modules.includes('前台流量') && (!onlyWhenGiven.has(session.role) || session.profile.handleFront))

const front = createRoute({
  getParentRoute: () => shell,
  path: '/front/index',
  ...coming('前台流量', mayReceive, { title: '前台流量', prefix: '/front/', about: '到店登记与接待' }),
})

export const routes = [front] as const
