import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { mayManage } from '../frame/areas'
import { enteredBy } from '../frame/screen'
import { manager } from '../frame/shell'

const setting = createRoute({
  getParentRoute: () => manager,
  path: '/manager/setting',
  ...enteredBy(mayManage),
  component: lazyRouteComponent(() => import('./SettingPage'), 'SettingPage'),
})

export const routes = [setting] as const
