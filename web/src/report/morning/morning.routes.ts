import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { enteredBy } from '../../frame/screen'
import { reports } from '../../frame/shell'

export const morning = createRoute({
  getParentRoute: () => reports,
  path: '/report/morning',
  ...enteredBy((session) => session.isAdmin),
  component: lazyRouteComponent(() => import('./MorningPage'), 'MorningPage'),
})
