import { readsLeads } from '@showroom/contract/lead/lead.rights'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { worksAtGroup } from '../frame/areas'
import { enteredFor } from '../frame/screen'
import { activity } from '../frame/shell'
import { readListSearch } from '../ui/list/filter/listSearch'
import { loadViews } from '../view/public'

const leads = createRoute({
  getParentRoute: () => activity,
  path: '/activity/clue-clear',
  validateSearch: readListSearch,
  ...enteredFor(readsLeads, {
    title: '线索处理',
    prefix: '/activity/clue-clear',
    about: '清洗并分配本店的线上线索',
    only: worksAtGroup,
  }),
  loader: ({ context }) => loadViews(context.queryClient),
  component: lazyRouteComponent(() => import('./list/LeadPage'), 'LeadPage'),
})

export const routes = [leads] as const
