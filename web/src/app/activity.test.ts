import type { SessionInfo } from '@showroom/contract/access/access.schema'
import { QueryClient } from '@tanstack/react-query'
import { createMemoryHistory } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { activityMenuOf } from './activityMenu'
import { createAppRouter } from './router'

const router = createAppRouter(new QueryClient(), createMemoryHistory())
/** Without the entries that other rooms add. */
const named = new Set(['跟进任务', '预约日程', '线索处理', '战败审核', '订单审核', '待配车订单'])
const titles = (session: SessionInfo): string[] =>
  activityMenuOf(router, session)
    .map(({ title }) => title)
    .filter((title) => named.has(title))

const nothing = { role: 4, isAdmin: false, modules: [], profile: {} } as unknown as SessionInfo

test('the activity area’s menu follows role and rights', () => {
  expect(titles(nothing)).toEqual([])
  expect(titles({ ...nothing, modules: ['线索分配'] })).toEqual(['线索处理'])
  const seller = { ...nothing, modules: ['客户管理'] }
  expect(titles(seller)).toEqual(['跟进任务', '预约日程', '线索处理'])
  expect(titles({ ...seller, allowFailVerify: true })).toEqual([
    '跟进任务',
    '预约日程',
    '线索处理',
    '战败审核',
  ])
  expect(titles({ ...seller, allowFailVerify: true, allowOrderVerify: true, allowOrderAlloc: true })).toEqual(
    [...named],
  )
  for (const role of [15, 16]) {
    expect(titles({ ...nothing, role })).toEqual([])
    expect(titles({ ...nothing, role, allowFailVerify: true })).toEqual(['战败审核'])
  }
})
