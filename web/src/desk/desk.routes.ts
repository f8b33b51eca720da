import { receive } from '@showroom/contract/desk/desk.api'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { MayEnter } from '../frame/areas'
import { enteredBy, enteredFor } from '../frame/screen'
import { shell } from '../frame/shell'
import { readListSearch } from '../ui/list/filter/listSearch'
import { loadViews } from '../view/public'

const mayReceive: MayEnter = (session) => session.allowFront

const visits = createRoute({
  getParentRoute: () => shell,
  path: '/front/index',
  validateSearch: readListSearch,
  ...enteredBy(mayReceive, { title: '前台流量', prefix: '/front/', about: '到店登记与接待' }),
  loader: ({ context }) => loadViews(context.queryClient),
  component: lazyRouteComponent(() => import('./list/DeskPage'), 'DeskPage'),
})

const board = createRoute({
  getParentRoute: () => shell,
  path: '/front/board',
  ...enteredFor(receive.may),
  component: lazyRouteComponent(() => import('./board/BoardPage'), 'BoardPage'),
})

export const routes = [visits, board] as const
