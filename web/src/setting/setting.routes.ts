import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { managing } from '../frame/areas'
import { enteredFor } from '../frame/screen'
import { manager } from '../frame/shell'

const setting = createRoute({
  getParentRoute: () => manager,
  path: '/manager/setting',
  ...enteredFor(managing),
  component: lazyRouteComponent(() => import('./SettingPage'), 'SettingPage'),
})

export const routes = [setting] as const
