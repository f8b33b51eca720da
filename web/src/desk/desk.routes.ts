import { createRoute } from '@tanstack/react-router'
import type { MayEnter } from '../frame/areas'
import { coming } from '../frame/screen'
import { shell } from '../frame/shell'

const mayReceive: MayEnter = (session) => session.allowFront

const front = createRoute({
  getParentRoute: () => shell,
  path: '/front/index',
  ...coming('前台流量', mayReceive, { title: '前台流量', prefix: '/front/', about: '到店登记与接待' }),
})

export const routes = [front] as const
