import type { SessionInfo } from '@showroom/contract/access/access.schema'
import { expect, test } from 'vitest'
import { activityMenuOf } from './activityMenu'

const nothing = { role: 4, isAdmin: false, modules: [], profile: {} } as unknown as SessionInfo

test('the activity area’s menu follows role and rights (document 2, section 2.3)', () => {
  expect(activityMenuOf(nothing)).toEqual(['tasks', 'leads'])
  expect(activityMenuOf({ ...nothing, allowFailVerify: true })).toEqual(['tasks', 'leads', 'failVerify'])
  expect(
    activityMenuOf({ ...nothing, allowFailVerify: true, allowOrderVerify: true, allowOrderAlloc: true }),
  ).toEqual(['tasks', 'leads', 'failVerify', 'orderVerify', 'orderApproved'])
  for (const role of [15, 16]) {
    expect(activityMenuOf({ ...nothing, role })).toEqual([])
    expect(activityMenuOf({ ...nothing, role, allowFailVerify: true })).toEqual(['failVerify'])
  }
})
