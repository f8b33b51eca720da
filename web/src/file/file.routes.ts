import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { managing } from '../frame/areas'
import { enteredFor } from '../frame/screen'
import { manager } from '../frame/shell'
import { readListSearch } from '../ui/list/filter/listSearch'
import { loadViews } from '../view/public'

const files = createRoute({
  getParentRoute: () => manager,
  path: '/manager/files',
  validateSearch: readListSearch,
  ...enteredFor(managing),
  loader: ({ context }) => loadViews(context.queryClient),
  component: lazyRouteComponent(() => import('./FilePage'), 'FilePage'),
})

export const routes = [files] as const
