import { z } from 'zod'
import { call, omitted } from '../kernel/call.ts'
import { Empty } from '../kernel/wire.ts'
import * as shape from './team.schema.ts'

/** Members of the dealer and its custom sources. */

export * from './manage.api.ts'

export const memberList = call({
  path: '/v2/appDealerManagerService/memberList',
  summary: '本店成员',
  may: 'member',
  request: shape.MemberList,
  answer: z.object({ data: z.array(shape.Member) }),
  shows: ['team'],
})

export const assignMembers = call({
  path: '/v2/appDealerManagerService/assignMembers',
  summary: '可分配客户的成员',
  may: 'member',
  request: shape.AssignMembers,
  answer: z.object({ data: z.array(shape.MemberOption) }),
  shows: ['team'],
  omits: { customer: omitted.opened, lead: omitted.opened },
})

export const managerMembers = call({
  path: '/v1/dealerMemberRpc/managerMembers',
  summary: '我与我下级成员',
  may: 'member',
  request: Empty,
  answer: z.object({ data: z.array(shape.MemberOption.omit({ clueCount: true, customerCount: true })) }),
  shows: ['team'],
})

export const sourceList = call({
  path: '/v2/appDealerManagerService/sourceList',
  summary: '自定义客户来源',
  may: 'member',
  request: Empty,
  answer: z.object({ data: z.array(shape.CustomSource) }),
  shows: ['setting'],
})
