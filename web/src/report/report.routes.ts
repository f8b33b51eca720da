import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { reporting } from '../frame/areas'
import { enteredFor } from '../frame/screen'
import { reports } from '../frame/shell'
import { morning } from './morning/morning.routes'
import { PeriodSearch } from '../frame/period.search'
import { bigScreen } from './wall/wall.routes'

const common = {
  getParentRoute: () => reports,
  validateSearch: PeriodSearch,
  ...enteredFor(reporting),
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
const appointment = createRoute({
  ...common,
  path: '/report/appointment',
  component: lazyRouteComponent(() => import('./SumPages'), 'AppointmentReportPage'),
})
const testCar = createRoute({
  ...common,
  path: '/report/testCar',
  component: lazyRouteComponent(() => import('./SumPages'), 'TestCarPage'),
})
const sign = createRoute({
  ...common,
  path: '/report/sign',
  component: lazyRouteComponent(() => import('./sign/SignReportPage'), 'SignReportPage'),
})

export const routes = [
  task,
  customer,
  series,
  storeCustomer,
  onlineClue,
  appointment,
  testCar,
  sign,
  bigScreen,
  morning,
] as const
