import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { MayEnter } from '../frame/areas'
import { coming, enteredBy } from '../frame/screen'
import { reports, shell } from '../frame/shell'
import { morning } from './morning/morning.routes'
import { PeriodSearch } from './period.search'
import { bigScreen } from './wall/wall.routes'

const mayRead: MayEnter = (session) => session.isAdmin

const common = {
  getParentRoute: () => reports,
  validateSearch: PeriodSearch,
  ...enteredBy(mayRead),
} as const

const task = createRoute({
  ...common,
  path: '/report/task',
  component: lazyRouteComponent(() => import('./SumPages'), 'TaskPage'),
})
const customer = createRoute({
  ...common,
  path: '/report/customer',
  component: lazyRouteComponent(() => import('./SumPages'), 'CustomerPage'),
})
const series = createRoute({
  ...common,
  path: '/report/series',
  component: lazyRouteComponent(() => import('./SumPages'), 'SeriesPage'),
})
const storeCustomer = createRoute({
  ...common,
  path: '/report/storeCustomer',
  component: lazyRouteComponent(() => import('./SumPages'), 'StoreCustomerPage'),
})
const onlineClue = createRoute({
  ...common,
  path: '/report/onlineClue',
  component: lazyRouteComponent(() => import('./SumPages'), 'OnlineCluePage'),
})
const sign = createRoute({
  ...common,
  path: '/report/sign',
  component: lazyRouteComponent(() => import('./sign/SignReportPage'), 'SignReportPage'),
})

const daily = createRoute({ getParentRoute: () => shell, path: '/daily/$', ...coming('日报') })

export const routes = [
  task,
  customer,
  series,
  storeCustomer,
  onlineClue,
  sign,
  bigScreen,
  morning,
  daily,
] as const
