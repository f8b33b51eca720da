import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { maySwitchStore } from '../frame/areas'
import { enteredBy } from '../frame/screen'
import { shell } from '../frame/shell'
import { PeriodSearch } from '../frame/period.search'
import { fetchToday } from './dashboard.queries'

const dashboard = createRoute({
  getParentRoute: () => shell,
  path: '/dashboard/index',
  staticData: { menu: { title: '概览', prefix: '/dashboard/' } },
  // The page does not wait for it. A link that is merely touched fetches nothing.
  loader: ({ context, cause }) => void (cause !== 'preload' && fetchToday(context.queryClient)),
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
