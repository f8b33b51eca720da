import type { SessionInfo } from '@showroom/contract/access/access.schema'
import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { z } from 'zod'
import { customerList } from '../customer/list/customer.fields'
import { leadList } from '../lead/lead.fields'
import { reviewList } from '../review/review.fields'
import { taskList } from '../task/task.fields'
import { PageSkeleton, ShellSkeleton } from '../ui/Skeletons'
import type { Area } from '../frame/areas'
import { guardArea, guardNavigation, loadSession } from './guard'
import { PageError, WholeError } from './ErrorPage'
import { NotFoundPage } from './NotFoundPage'
import { paths } from '../frame/paths'
import { RootPage } from './RootPage'

/** The route tree. Every screen is its own chunk; antd comes with the shell, so the sign-in page stays light. */

const text = z.coerce.string().max(2000).optional().catch(undefined)

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  beforeLoad: ({ location }) => guardNavigation(location),
  component: RootPage,
  errorComponent: WholeError,
  notFoundComponent: NotFoundPage,
})

const index = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: paths.dashboard, replace: true })
  },
})

const login = createRoute({
  getParentRoute: () => root,
  path: paths.login,
  /** `redirect`: the page that was asked for; an address within the product only. */
  validateSearch: z.object({
    redirect: z
      .string()
      .regex(/^\/(?!\/)/)
      .optional()
      .catch(undefined),
  }),
  component: lazyRouteComponent(() => import('../access/LoginPage'), 'LoginPage'),
})

const authRedirect = createRoute({
  getParentRoute: () => root,
  path: paths.authRedirect,
  validateSearch: z.object({ logincode: text }),
  component: lazyRouteComponent(() => import('../access/AuthRedirectPage'), 'AuthRedirectPage'),
})

const casLogin = createRoute({
  getParentRoute: () => root,
  path: paths.casLogin,
  component: lazyRouteComponent(() => import('../access/CasLoginPage'), 'CasLoginPage'),
})

const importShell = () => import('./ShellLayout')

const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: async ({ context, location }): Promise<{ session: SessionInfo }> => {
    void importShell().catch(() => undefined)
    return { session: await loadSession(context.queryClient, location) }
  },
  component: lazyRouteComponent(importShell, 'ShellLayout'),
  pendingComponent: ShellSkeleton,
  errorComponent: WholeError,
})

const dashboard = createRoute({
  getParentRoute: () => shell,
  path: paths.dashboard,
  component: lazyRouteComponent(() => import('./WelcomePage'), 'WelcomePage'),
})

const customers = createRoute({
  getParentRoute: () => shell,
  path: paths.customers,
  validateSearch: customerList.Search,
  beforeLoad: guardArea('customers'),
  component: lazyRouteComponent(() => import('../customer/list/CustomerListPage'), 'CustomerListPage'),
})

const customer = createRoute({
  getParentRoute: () => shell,
  path: paths.customer,
  /** `a=1`: opened from elsewhere than the list (document 2). */
  validateSearch: z.object({ a: z.coerce.number().int().optional().catch(undefined) }),
  beforeLoad: guardArea('customerFile'),
  component: lazyRouteComponent(() => import('../customer/file/CustomerPage'), 'CustomerPage'),
})

const comingPage = lazyRouteComponent(() => import('./ComingPage'), 'ComingPage')

/** What a screen has that is still to be built: guarded as it will be. */
const comingAs = (title: string, area?: Area) => ({
  staticData: { title },
  beforeLoad: area ? guardArea(area) : () => undefined,
  component: comingPage,
})

const coming = <const Path extends string>(path: Path, title: string, area?: Area) =>
  createRoute({ getParentRoute: () => shell, path, ...comingAs(title, area) })

/** The activity area: its pages share a menu at the left. */
const activity = createRoute({
  getParentRoute: () => shell,
  id: 'activity',
  component: lazyRouteComponent(() => import('./ActivityLayout'), 'ActivityLayout'),
})

const tasks = createRoute({
  getParentRoute: () => activity,
  path: paths.tasks,
  validateSearch: taskList.Search,
  beforeLoad: guardArea('tasks'),
  component: lazyRouteComponent(() => import('../task/TaskPage'), 'TaskPage'),
})

const clueClear = createRoute({
  getParentRoute: () => activity,
  path: paths.clueClear,
  validateSearch: leadList.Search,
  beforeLoad: guardArea('tasks'),
  component: lazyRouteComponent(() => import('../lead/LeadPage'), 'LeadPage'),
})

const failVerify = createRoute({
  getParentRoute: () => activity,
  path: paths.failVerify,
  validateSearch: reviewList.Search,
  beforeLoad: guardArea('failVerify'),
  component: lazyRouteComponent(() => import('../review/ReviewPage'), 'ReviewPage'),
})

const orderVerify = createRoute({
  getParentRoute: () => activity,
  path: paths.orderVerify,
  ...comingAs('订单审核', 'orderVerify'),
})

const orderApproved = createRoute({
  getParentRoute: () => activity,
  path: paths.orderApproved,
  ...comingAs('待配车订单', 'orderAlloc'),
})

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The screen's name, where its page does not say it itself. */
    title?: string
  }
}

const shellRoutes = [
  dashboard,
  customers,
  customer,
  activity.addChildren([tasks, clueClear, failVerify, orderVerify, orderApproved]),
  coming(paths.members, '成员管理', 'manager'),
  coming(paths.files, '文件共享', 'manager'),
  coming(paths.smsTemplates, '短信模板', 'manager'),
  coming(paths.exportList, '导出记录', 'exportList'),
  coming(paths.setting, '门店设置', 'manager'),
  coming(paths.front, '前台流量', 'front'),
  coming(paths.orders, '销售订单', 'orders'),
  coming(paths.orderDetail, '订单详情', 'orders'),
  coming(paths.approved, '已审核订单', 'tasks'),
  coming(paths.submitted, '待审核订单', 'tasks'),
  coming(paths.reportTask, '任务报表', 'reports'),
  coming(paths.reportCustomer, '客户报表', 'reports'),
  coming(paths.reportSeries, '车系报表', 'reports'),
  coming(paths.reportStoreCustomer, '到店报表', 'reports'),
  coming(paths.reportOnlineClue, '网络线索报表', 'reports'),
  coming(paths.reportSign, '签到报表', 'reports'),
  coming(paths.bigScreen, '报表大屏', 'reports'),
  coming(paths.daily, '日报'),
  coming(paths.agent, '代理商'),
] as const

export const routeTree = root.addChildren([
  index,
  login,
  authRedirect,
  casLogin,
  shell.addChildren(shellRoutes),
])

export const pageSkeleton = PageSkeleton
export const pageError = PageError
