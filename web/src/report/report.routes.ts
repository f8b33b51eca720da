import { createRoute } from '@tanstack/react-router'
import type { MayEnter } from '../frame/areas'
import { coming } from '../frame/screen'
import { shell } from '../frame/shell'
import { bigScreen } from './wall/wall.routes'

const mayRead: MayEnter = (session) => session.isAdmin

const report = <const Path extends string>(path: Path, title: string) =>
  createRoute({ getParentRoute: () => shell, path, ...coming(title, mayRead) })

const daily = createRoute({ getParentRoute: () => shell, path: '/daily/$', ...coming('日报') })

export const routes = [
  report('/report/task', '任务报表'),
  report('/report/customer', '客户报表'),
  report('/report/series', '车系报表'),
  report('/report/storeCustomer', '到店报表'),
  report('/report/onlineClue', '网络线索报表'),
  report('/report/sign', '签到报表'),
  bigScreen,
  daily,
] as const
