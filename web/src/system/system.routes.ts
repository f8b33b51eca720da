import { readsSystem } from '@showroom/contract/system/system.rights'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { may } from '../frame/areas'
import { enteredBy } from '../frame/screen'
import { manager } from '../frame/shell'

const system = createRoute({
  getParentRoute: () => manager,
  path: '/manager/system',
  ...enteredBy((session) => may(session, { may: readsSystem })),
  component: lazyRouteComponent(() => import('./SystemPage'), 'SystemPage'),
})

export const routes = [system] as const
