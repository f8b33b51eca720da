import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { MayEnter } from '../frame/areas'
import { enteredBy } from '../frame/screen'
import { shell } from '../frame/shell'
import { deskList } from './list/desk.fields'

const mayReceive: MayEnter = (session) => session.allowFront

const visits = createRoute({
  getParentRoute: () => shell,
  path: '/front/index',
  validateSearch: deskList.Search,
  ...enteredBy(mayReceive, { title: '前台流量', prefix: '/front/', about: '到店登记与接待' }),
  loader: ({ context }) => import('../view/public').then(({ loadViews }) => loadViews(context.queryClient)),
  component: lazyRouteComponent(() => import('./list/DeskPage'), 'DeskPage'),
})

const board = createRoute({
  getParentRoute: () => shell,
  path: '/front/board',
  ...enteredBy(mayReceive),
  component: lazyRouteComponent(() => import('./board/BoardPage'), 'BoardPage'),
})

export const routes = [visits, board] as const
