import { readsTargets } from '@showroom/contract/target/target.rights'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { enteredFor } from '../frame/screen'
import { manager } from '../frame/shell'
import { TargetSearch } from './target.search'

const target = createRoute({
  getParentRoute: () => manager,
  path: '/manager/target',
  validateSearch: TargetSearch,
  ...enteredFor(readsTargets),
  component: lazyRouteComponent(() => import('./TargetPage'), 'TargetPage'),
})

export const routes = [target] as const
