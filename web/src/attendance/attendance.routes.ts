import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { hasModule, worksAtStore } from '../frame/areas'
import { enteredBy } from '../frame/screen'
import { shell } from '../frame/shell'

const sign = createRoute({
  getParentRoute: () => shell,
  path: '/sign',
  ...enteredBy((session) => worksAtStore(session) && hasModule(session, '签到')),
  component: lazyRouteComponent(() => import('./SignPage'), 'SignPage'),
})

export const routes = [sign] as const
