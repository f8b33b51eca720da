import { managesStores } from '@showroom/contract/setting/setting.rights'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { managing, may } from '../frame/areas'
import { enteredBy, enteredFor } from '../frame/screen'
import { manager } from '../frame/shell'

const setting = createRoute({
  getParentRoute: () => manager,
  path: '/manager/setting',
  ...enteredFor(managing),
  component: lazyRouteComponent(() => import('./SettingPage'), 'SettingPage'),
})

const stores = createRoute({
  getParentRoute: () => manager,
  path: '/manager/stores',
  ...enteredBy((session) => may(session, { may: managesStores })),
  component: lazyRouteComponent(() => import('./StoresPage'), 'StoresPage'),
})

export const routes = [setting, stores] as const
