import { readsTargets, setsTargets } from '@showroom/contract/target/target.rights'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { enteredFor } from '../frame/screen'
import { manager, shell } from '../frame/shell'
import { TargetSearch } from './target.search'

const screen = {
  validateSearch: TargetSearch,
  component: lazyRouteComponent(() => import('./TargetPage'), 'TargetPage'),
} as const

const target = createRoute({
  ...screen,
  getParentRoute: () => manager,
  path: '/manager/target',
  ...enteredFor(setsTargets),
})

/** The same for those who read: their own line, or the team. */
const own = createRoute({
  ...screen,
  getParentRoute: () => shell,
  path: '/target',
  ...enteredFor(readsTargets),
})

export const routes = [target, own] as const
