import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { hasModule, type MayEnter, worksAtGroup, worksAtStore } from '../frame/areas'
import { guardArea, loadSession } from '../frame/guard'
import { coming, enteredBy } from '../frame/screen'
import { activity, root, shell } from '../frame/shell'
import { OrderSearch } from './detail/orderSearch'
import { orderList } from './list/order.fields'

const maySell: MayEnter = (session) => hasModule(session, '销售订单')

const orders = createRoute({
  getParentRoute: () => shell,
  path: '/order/index',
  validateSearch: orderList.Search,
  ...enteredBy(maySell, { title: '销售订单', prefix: '/order/', about: '录入、提交与审核订单' }),
  loader: ({ context }) => import('../view/public').then(({ loadViews }) => loadViews(context.queryClient)),
  component: lazyRouteComponent(() => import('./list/OrderListPage'), 'OrderListPage'),
})

const orderDetail = createRoute({
  getParentRoute: () => shell,
  path: '/order/orderDetail',
  validateSearch: OrderSearch,
  ...enteredBy(maySell),
  component: lazyRouteComponent(() => import('./detail/OrderPage'), 'OrderPage'),
})

/** For printing: without the shell, whose marks are none of the customer's business. */
const orderPaper = createRoute({
  getParentRoute: () => root,
  path: '/order/paper',
  validateSearch: OrderSearch,
  beforeLoad: async ({ context, location }) => {
    const session = await loadSession(context.queryClient, location)
    guardArea(maySell)({ context: { session } })
    return { session }
  },
  component: lazyRouteComponent(() => import('./paper/OrderPaper'), 'OrderPaper'),
})

const approved = createRoute({
  getParentRoute: () => shell,
  path: '/approved',
  ...coming('已审核订单', worksAtStore),
})

const submitted = createRoute({
  getParentRoute: () => shell,
  path: '/submitted',
  ...coming('待审核订单', worksAtStore),
})

const orderVerify = createRoute({
  getParentRoute: () => activity,
  path: '/activity/order-verify',
  ...coming('订单审核', (session) => session.allowOrderVerify, {
    title: '订单审核',
    prefix: '/activity/order-verify',
    about: '审核门店提交的订单',
    only: worksAtGroup,
  }),
})

const orderApproved = createRoute({
  getParentRoute: () => activity,
  path: '/activity/order-approved',
  ...coming('待配车订单', (session) => session.allowOrderAlloc),
})

export const routes = [
  orders,
  orderDetail,
  orderPaper,
  approved,
  submitted,
  orderVerify,
  orderApproved,
] as const
