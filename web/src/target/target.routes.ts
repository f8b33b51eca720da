import { readsTargets, setsTargets } from '@showroom/contract/target/target.rights'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { enteredFor } from '../frame/screen'
import { manager, shell } from '../frame/shell'
import { TargetSearch } from './target.search'

const target = createRoute({
  getParentRoute: () => manager,
  path: '/manager/target',
  validateSearch: TargetSearch,
  ...enteredFor(setsTargets),
  component: lazyRouteComponent(() => import('./TargetPage'), 'TargetPage'),
})

/** The same for those who read: their own line, or the team. */
const own = createRoute({
  getParentRoute: () => shell,
  path: '/target',
  validateSearch: TargetSearch,
  ...enteredFor(readsTargets),
  component: lazyRouteComponent(() => import('./TargetPage'), 'TargetPage'),
})

export const routes = [target, own] as const
