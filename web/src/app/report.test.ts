import type { SessionInfo } from '@showroom/contract/access/access.schema'
import { QueryClient } from '@tanstack/react-query'
import { createMemoryHistory } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { reportMenuOf } from './reportMenu'
import { createAppRouter } from './router'

const router = createAppRouter(new QueryClient(), createMemoryHistory())
/** Without the entries that other rooms add. */
const named = new Set([
  '经销商大屏',
  '任务概览',
  '客户汇总',
  '车系统计',
  '线下客户统计',
  '线上线索统计',
  '预约统计',
  '试驾车统计',
  '签到统计',
  '晨报',
])
const titles = (session: object): string[] =>
  reportMenuOf(router, { modules: [], profile: {}, ...session } as unknown as SessionInfo)
    .map(({ title }) => title)
    .filter((title) => named.has(title))

test('reports are for roles that lead a store, the big screen first', () => {
  expect(titles({ role: 4, isAdmin: false, modules: ['客户管理', '企业管理'] })).toEqual([])
  expect(titles({ role: 1, isAdmin: true })).toEqual([...named])
})
