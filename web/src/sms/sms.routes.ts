import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { managing } from '../frame/areas'
import { enteredFor } from '../frame/screen'
import { manager } from '../frame/shell'

const templates = createRoute({
  getParentRoute: () => manager,
  path: '/manager/smstemplate',
  ...enteredFor(managing),
  component: lazyRouteComponent(() => import('./TemplatePage'), 'TemplatePage'),
})

export const routes = [templates] as const
