import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { enteredBy } from '../frame/screen'
import { activity } from '../frame/shell'
import { reviewList } from './review.fields'

const failVerify = createRoute({
  getParentRoute: () => activity,
  path: '/activity/fail-verify',
  validateSearch: reviewList.Search,
  ...enteredBy((session) => session.allowFailVerify),
  component: lazyRouteComponent(() => import('./ReviewPage'), 'ReviewPage'),
})

export const routes = [failVerify] as const
