import type { SessionInfo } from '@showroom/contract/access/access.schema'
import { QueryClient } from '@tanstack/react-query'
import { createMemoryHistory } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { menuOf } from './menu'
import { paths } from '../frame/paths'
import { createAppRouter } from './router'

const router = createAppRouter(new QueryClient(), createMemoryHistory())

/** The route of an address with its parameters filled in; undefined when there is none. */
function routeOf(path: string): string | undefined {
  const [, , foundRoute] = router.getMatchedRoutes(path.replace(/\$\w+/g, '1'))
  return foundRoute?.fullPath
}

test.each(Object.values(paths))('%s is a route', (path) => {
  expect(routeOf(path)).toBe(path)
})

test('an unknown address is none', () => {
  expect(routeOf('/customer/nowhere')).toBeUndefined()
})

test('no two names stand for one address', () => {
  expect(new Set(Object.values(paths)).size).toBe(Object.keys(paths).length)
})

const everything = (role: number, isAdmin: boolean): SessionInfo =>
  ({
    role,
    isAdmin,
    modules: ['客户管理', '企业管理', '前台流量', '销售订单'],
    profile: { role, handleFront: true },
  }) as unknown as SessionInfo

test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 15, 16])(
  'every menu link of role %i leads somewhere',
  (role) => {
    for (const isAdmin of [true, false])
      for (const item of menuOf(everything(role, isAdmin))) {
        expect(routeOf(item.to)).toBe(item.to)
        expect(item.to.startsWith(item.prefix)).toBe(true)
      }
  },
)

test('the menu follows role, admin flag and modules (document 1, section 6)', () => {
  const titles = (session: SessionInfo): string[] => menuOf(session).map(({ title }) => title)
  expect(titles(everything(1, true))).toEqual([
    '概览',
    '工作任务',
    '客户档案',
    '报表大屏',
    '团队管理',
    '前台流量',
    '销售订单',
  ])
  expect(titles({ ...everything(4, false), modules: [] })).toEqual(['概览', '工作任务'])
  expect(titles({ ...everything(4, false), modules: ['客户管理'] })).toContain('客户档案')
  expect(titles(everything(16, false))).not.toContain('客户档案')
  expect(menuOf(everything(15, false)).find(({ title }) => title === '工作任务')?.locked).toBeTruthy()
  expect(titles(everything(4, false))).not.toContain('报表大屏')
})
