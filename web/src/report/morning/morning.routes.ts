import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { reporting } from '../../frame/areas'
import { enteredFor } from '../../frame/screen'
import { reports } from '../../frame/shell'

export const morning = createRoute({
  getParentRoute: () => reports,
  path: '/report/morning',
  ...enteredFor(reporting),
  component: lazyRouteComponent(() => import('./MorningPage'), 'MorningPage'),
})
