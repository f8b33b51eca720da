import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { worksAtStore } from '../frame/areas'
import { enteredBy } from '../frame/screen'
import { shell } from '../frame/shell'

const sign = createRoute({
  getParentRoute: () => shell,
  path: '/sign',
  // For who was given it: an admin without it has nothing to do here.
  ...enteredBy((session) => worksAtStore(session) && session.modules.includes('签到')),
  component: lazyRouteComponent(() => import('./SignPage'), 'SignPage'),
})

export const routes = [sign] as const
