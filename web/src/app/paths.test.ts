import type { SessionInfo } from '@showroom/contract/access/access.schema'
import { QueryClient } from '@tanstack/react-query'
import { type AnyRoute, createMemoryHistory } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { menuOf } from '../frame/menu'
import type { Path } from '../frame/path'
import { createAppRouter } from './router'

const router = createAppRouter(new QueryClient(), createMemoryHistory())

/** The route of an address with its parameters filled in; undefined if none matches. */
function routeOf(path: string): string | undefined {
  const [, , foundRoute] = router.getMatchedRoutes(path.replace(/\$\w+/g, '1'))
  return foundRoute?.fullPath
}

/** Addresses in people's bookmarks and messages: none may be removed or changed. */
const addresses: readonly Path[] = [
  '/login',
  '/authRedirect',
  '/casLogin',
  '/dashboard/index',
  '/activity/tasks',
  '/activity/fail-verify',
  '/activity/order-verify',
  '/activity/clue-clear',
  '/activity/order-approved',
  '/customer/list',
  '/customer/detail/$customerId',
  '/manager/members',
  '/manager/leaves',
  '/manager/files',
  '/manager/smstemplate',
  '/manager/export-list',
  '/manager/setting',
  '/front/index',
  '/order/index',
  '/order/orderDetail',
  '/approved',
  '/submitted',
  '/report/task',
  '/report/customer',
  '/report/series',
  '/report/storeCustomer',
  '/report/onlineClue',
  '/report/sign',
  '/report/bigScreen',
  '/daily/$',
  '/agent/$',
]

test.each(addresses)('%s is a route', (path) => {
  expect(routeOf(path)).toBe(path)
})

test('an unknown address has a page inside the shell', () => {
  expect(routeOf('/customer/nowhere')).toBe('/$')
})

test('an address without a route does not compile as a link', () => {
  const isAddress = (path: Path): string => path
  // @ts-expect-error -- no route has it
  expect(isAddress('/customer/nowhere')).toBeTruthy()
  expect(isAddress('/customer/list')).toBeTruthy()
})

test('each screen is below the parent that its route names', () => {
  const misplaced = Object.values<AnyRoute>(router.routesById).filter(
    (route) => !route.isRoot && !(route.parentRoute.children as AnyRoute[]).includes(route),
  )
  expect(misplaced).toEqual([])
})

const everything = (role: number, isAdmin: boolean): SessionInfo =>
  ({
    role,
    isAdmin,
    modules: ['客户管理', '企业管理', '前台流量', '销售订单'],
    profile: { role },
    allowFront: true,
  }) as unknown as SessionInfo

test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 15, 16])(
  'every menu link of role %i leads somewhere',
  (role) => {
    for (const isAdmin of [true, false])
      for (const item of menuOf(router, everything(role, isAdmin))) {
        expect(routeOf(item.to)).toBe(item.to)
        expect(item.to.startsWith(item.prefix)).toBe(true)
      }
  },
)

test('the menu follows role, admin flag and modules', () => {
  const titles = (session: SessionInfo): string[] => menuOf(router, session).map(({ title }) => title)
  expect(titles(everything(1, true))).toEqual([
    '概览',
    '工作任务',
    '客户档案',
    '报表大屏',
    '团队管理',
    '前台流量',
    '销售订单',
  ])
  const without = { ...everything(4, false), modules: [], allowFront: false }
  expect(titles(without)).toEqual(['概览', '工作任务'])
  expect(menuOf(router, without).at(-1)?.locked).toBe('需要「客户管理」权限，请门店管理员在团队管理中开通')
  expect(titles({ ...everything(4, false), modules: ['客户管理'] })).toContain('客户档案')
  expect(titles(everything(16, false))).not.toContain('客户档案')
  expect(menuOf(router, everything(15, false)).find(({ title }) => title === '工作任务')?.locked).toBeTruthy()
  expect(titles(everything(4, false))).not.toContain('报表大屏')
})

test('group staff with a review right have its list in the top menu, beside locked tasks', () => {
  const titles = (session: SessionInfo): string[] =>
    menuOf(router, session).flatMap(({ title, locked }) => (locked ? [] : [title]))
  const given = (role: number): SessionInfo => ({
    ...everything(role, false),
    modules: [],
    allowFront: false,
    allowFailVerify: true,
    allowOrderVerify: true,
  })
  for (const role of [15, 16]) {
    expect(titles(given(role))).toEqual(['概览', '战败审核', '订单审核'])
    expect(titles({ ...given(role), allowOrderVerify: false })).toEqual(['概览', '战败审核'])
  }
  expect(titles(given(4))).toEqual(['概览', '工作任务'])
})

test('a page outside the shell does not wait as one inside it', () => {
  const outside = Object.values(router.routesById as Record<string, AnyRoute>).filter(
    (route) => route.parentRoute?.id === '__root__' && route.id !== '/shell',
  )
  expect(outside.map(({ id }) => id)).toContain('/login')
  for (const { id, options } of outside) expect(options.pendingComponent, id).toBeDefined()
})
