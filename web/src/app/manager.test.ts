import type { SessionInfo } from '@showroom/contract/access/access.schema'
import { QueryClient } from '@tanstack/react-query'
import { createMemoryHistory } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { managerMenuOf } from './managerMenu'
import { createAppRouter } from './router'

const router = createAppRouter(new QueryClient(), createMemoryHistory())
const usual = ['成员管理', '文件共享', '短信模板', '离职交接', '门店设置']
const own = ['操作记录', '个人信息', '事件推送', '门店设置', '系统状态']
/** Without the entries that other rooms add. */
const named = new Set([...usual, ...own, '导出记录'])
const titles = (session: object): string[] =>
  managerMenuOf(router, { modules: [], profile: {}, ...session } as unknown as SessionInfo)
    .map(({ title }) => title)
    .filter((title) => named.has(title))

test('team management is for admins and members with the module; exports and audit are for the store’s responsible roles', () => {
  expect(titles({ role: 4, isAdmin: false })).toEqual([])
  expect(titles({ role: 4, isAdmin: false, modules: ['企业管理'] })).toEqual(usual)
  expect(titles({ role: 1, isAdmin: true })).toEqual([...usual.slice(0, 4), ...own])
  expect(titles({ role: 9, isAdmin: false, modules: ['企业管理'] })).toEqual([
    ...usual.slice(0, 4),
    '事件推送',
    '门店设置',
  ])
  expect(titles({ role: 3, isAdmin: true })).toEqual(usual)
  expect(titles({ role: 2, isAdmin: true })).toEqual([...usual.slice(0, 4), '导出记录', ...own])
})
