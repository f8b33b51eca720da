import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { worksAtStore } from '../frame/areas'
import { enteredBy } from '../frame/screen'
import { shell } from '../frame/shell'

const sign = createRoute({
  getParentRoute: () => shell,
  path: '/sign',
  // Requires the granted module, even of an admin.
  ...enteredBy((session) => worksAtStore(session) && session.modules.includes('签到')),
  component: lazyRouteComponent(() => import('./SignPage'), 'SignPage'),
})

export const routes = [sign] as const
