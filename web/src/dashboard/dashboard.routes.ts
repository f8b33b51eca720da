import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { maySwitchStore } from '../frame/areas'
import { enteredBy } from '../frame/screen'
import { shell } from '../frame/shell'
import { PeriodSearch } from '../frame/period.search'

const dashboard = createRoute({
  getParentRoute: () => shell,
  path: '/dashboard/index',
  staticData: { menu: { title: '概览', prefix: '/dashboard/' } },
  component: lazyRouteComponent(() => import('./DashboardPage'), 'DashboardPage'),
})

const stores = createRoute({
  getParentRoute: () => shell,
  path: '/dashboard/stores',
  validateSearch: PeriodSearch,
  ...enteredBy(maySwitchStore),
  component: lazyRouteComponent(() => import('./stores/StoresPage'), 'StoresPage'),
})

export const routes = [dashboard, stores] as const
