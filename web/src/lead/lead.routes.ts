import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { worksAtStore } from '../frame/areas'
import { enteredBy } from '../frame/screen'
import { activity } from '../frame/shell'
import { leadList } from './lead.fields'

const leads = createRoute({
  getParentRoute: () => activity,
  path: '/activity/clue-clear',
  validateSearch: leadList.Search,
  ...enteredBy(worksAtStore),
  loader: ({ context }) => import('../view/public').then(({ loadViews }) => loadViews(context.queryClient)),
  component: lazyRouteComponent(() => import('./LeadPage'), 'LeadPage'),
})

export const routes = [leads] as const
