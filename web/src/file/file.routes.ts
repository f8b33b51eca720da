import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { managing } from '../frame/areas'
import { enteredFor } from '../frame/screen'
import { manager } from '../frame/shell'
import { fileTable } from './file.fields'

const files = createRoute({
  getParentRoute: () => manager,
  path: '/manager/files',
  validateSearch: fileTable.Search,
  ...enteredFor(managing),
  loader: ({ context }) => import('../view/public').then(({ loadViews }) => loadViews(context.queryClient)),
  component: lazyRouteComponent(() => import('./FilePage'), 'FilePage'),
})

export const routes = [files] as const
