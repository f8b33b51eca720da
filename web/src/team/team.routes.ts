import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { mayManage } from '../frame/areas'
import { coming, enteredBy } from '../frame/screen'
import { manager, shell } from '../frame/shell'
import { leavesTable } from './leaves/leaves.fields'
import { MembersSearch } from './members/members.search'

const members = createRoute({
  getParentRoute: () => manager,
  path: '/manager/members',
  validateSearch: MembersSearch,
  ...enteredBy(mayManage, {
    title: '团队管理',
    prefix: '/manager/',
    about: '成员、文件、短信模板与设置',
  }),
  component: lazyRouteComponent(() => import('./members/MembersPage'), 'MembersPage'),
})

const leaves = createRoute({
  getParentRoute: () => manager,
  path: '/manager/leaves',
  validateSearch: leavesTable.Search,
  ...enteredBy(mayManage),
  component: lazyRouteComponent(() => import('./leaves/LeavesPage'), 'LeavesPage'),
})

const agent = createRoute({ getParentRoute: () => shell, path: '/agent/$', ...coming('代理商') })

export const routes = [members, leaves, agent] as const
