import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { mayManage } from '../frame/areas'
import { enteredBy } from '../frame/screen'
import { manager } from '../frame/shell'

const templates = createRoute({
  getParentRoute: () => manager,
  path: '/manager/smstemplate',
  ...enteredBy(mayManage),
  component: lazyRouteComponent(() => import('./TemplatePage'), 'TemplatePage'),
})

export const routes = [templates] as const
