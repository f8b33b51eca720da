import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { managing } from '../frame/areas'
import { enteredFor } from '../frame/screen'
import { manager, shell } from '../frame/shell'
import { readListSearch } from '../ui/list/filter/listSearch'
import { MembersSearch } from './members/members.search'
import { loadViews } from '../view/public'

const members = createRoute({
  getParentRoute: () => manager,
  path: '/manager/members',
  validateSearch: MembersSearch,
  ...enteredFor(managing, {
    title: '团队管理',
    prefix: '/manager/',
    about: '成员、文件、短信模板与设置',
  }),
  component: lazyRouteComponent(() => import('./members/MembersPage'), 'MembersPage'),
})

const leaves = createRoute({
  getParentRoute: () => manager,
  path: '/manager/leaves',
  validateSearch: readListSearch,
  ...enteredFor(managing),
  loader: ({ context }) => loadViews(context.queryClient),
  component: lazyRouteComponent(() => import('./leaves/LeavesPage'), 'LeavesPage'),
})

/** The agents' pages are not shown in the documents. */
const agent = createRoute({
  getParentRoute: () => shell,
  path: '/agent/$',
  beforeLoad: () => {
    throw redirect({ to: '/dashboard/index', replace: true })
  },
})

export const routes = [members, leaves, agent] as const
