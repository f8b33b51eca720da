import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { mayManage } from '../frame/areas'
import { enteredBy } from '../frame/screen'
import { manager } from '../frame/shell'
import { fileTable } from './file.fields'

const files = createRoute({
  getParentRoute: () => manager,
  path: '/manager/files',
  validateSearch: fileTable.Search,
  ...enteredBy(mayManage),
  component: lazyRouteComponent(() => import('./FilePage'), 'FilePage'),
})

export const routes = [files] as const
