import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shell } from '../frame/shell'

const dashboard = createRoute({
  getParentRoute: () => shell,
  path: '/dashboard/index',
  staticData: { menu: { title: '概览', prefix: '/dashboard/' } },
  component: lazyRouteComponent(() => import('./DashboardPage'), 'DashboardPage'),
})

export const routes = [dashboard] as const
