import { readsAllocations, readsOrders, reviewsOrders } from '@showroom/contract/order/order.rights'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { z } from 'zod'
import { hasModule, type MayEnter, worksAtGroup } from '../frame/areas'
import { guardArea, loadSession } from '../frame/guard'
import { enteredBy, enteredFor } from '../frame/screen'
import { activity, root, shell } from '../frame/shell'
import { readListSearch } from '../ui/list/filter/listSearch'
import { OrderSearch } from './detail/orderSearch'
import { loadViews } from '../view/public'

const maySell: MayEnter = (session) => hasModule(session, '销售订单')

const orders = createRoute({
  getParentRoute: () => shell,
  path: '/order/index',
  validateSearch: readListSearch,
  ...enteredFor(readsOrders, { title: '销售订单', prefix: '/order/', about: '录入、提交与审核订单' }),
  loader: ({ context }) => loadViews(context.queryClient),
  component: lazyRouteComponent(() => import('./list/OrderListPage'), 'OrderListPage'),
})

const orderDetail = createRoute({
  getParentRoute: () => shell,
  path: '/order/orderDetail',
  validateSearch: OrderSearch,
  ...enteredBy(maySell),
  component: lazyRouteComponent(() => import('./detail/OrderPage'), 'OrderPage'),
})

/** The printed order, without the app's navigation. */
const orderPaper = createRoute({
  getParentRoute: () => root,
  path: '/order/paper',
  validateSearch: OrderSearch,
  beforeLoad: async ({ context, location }) => {
    const session = await loadSession(context.queryClient, location)
    await guardArea(maySell)({ context: { session } })
    return { session }
  },
  component: lazyRouteComponent(() => import('./paper/OrderPaper'), 'OrderPaper'),
})

/** Reviewers, allocators and sellers may open this page; the server decides whether they may see the order. */
const mayRead: MayEnter = (session) => session.allowOrderVerify || session.allowOrderAlloc || maySell(session)

const opened = z.object({
  id: z.coerce.number().int().min(1).catch(0),
  type: z.coerce.number().int().optional().catch(undefined),
})

const reviewArea = '/activity/order-verify'

const approved = createRoute({
  getParentRoute: () => shell,
  path: '/approved',
  validateSearch: opened,
  ...enteredBy(mayRead, undefined, reviewArea),
  component: lazyRouteComponent(() => import('./detail/OrderPage'), 'ApprovedPage'),
})

const submitted = createRoute({
  getParentRoute: () => shell,
  path: '/submitted',
  validateSearch: opened,
  ...enteredBy((session) => session.allowOrderVerify, undefined, reviewArea),
  component: lazyRouteComponent(() => import('./detail/OrderPage'), 'SubmittedPage'),
})

const orderVerify = createRoute({
  getParentRoute: () => activity,
  path: '/activity/order-verify',
  validateSearch: readListSearch,
  ...enteredFor(reviewsOrders, {
    title: '订单审核',
    prefix: '/activity/order-verify',
    about: '审核门店提交的订单',
    only: worksAtGroup,
  }),
  loader: ({ context }) => loadViews(context.queryClient),
  component: lazyRouteComponent(() => import('./verify/VerifyPage'), 'VerifyPage'),
})

const orderApproved = createRoute({
  getParentRoute: () => activity,
  path: '/activity/order-approved',
  validateSearch: readListSearch,
  ...enteredFor(readsAllocations),
  loader: ({ context }) => loadViews(context.queryClient),
  component: lazyRouteComponent(() => import('./verify/AllocationPage'), 'AllocationPage'),
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
