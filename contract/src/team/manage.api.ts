import { z } from 'zod'
import { call, omitted } from '../kernel/call.ts'
import { dealerId, Done, Id } from '../kernel/wire.ts'
import * as leave from './leave.schema.ts'
import * as member from './member.schema.ts'

/** Calls that manage members; the calls that every list needs are in `team.api.ts`. */

const manages = { module: '企业管理' } as const

export const memberVerify = call({
  path: '/v2/appDealerManagerService/memberVerify',
  summary: '新成员身份核验',
  may: manages,
  request: member.MemberVerify,
  answer: member.MemberVerifyAnswer,
  refusals: ['TOO_MANY'],
  leaves: 'a row of the audit, and a count: numbers are not to be tried out',
  omits: omitted.once,
})

export const memberAdd = call({
  path: '/v2/appDealerManagerService/memberAdd',
  summary: '添加成员',
  may: manages,
  request: member.MemberAdd,
  answer: z.object({ memberId: z.number() }),
  refusals: ['TOO_MANY', 'MEMBER_EXISTS', 'MEMBER_RIGHTS', 'MEMBER_CYCLE', 'MEMBER_UNAVAILABLE'],
  writes: true,
})

export const memberUpdate = call({
  path: '/v2/appDealerManagerService/memberUpdate',
  summary: '编辑成员，冻结与恢复',
  may: manages,
  request: member.MemberUpdate,
  answer: z.object({ rowVersion: z.number() }),
  refusals: [
    'CONFLICT',
    'MEMBER_EXISTS',
    'MEMBER_RIGHTS',
    'MEMBER_LAST_ADMIN',
    'MEMBER_CYCLE',
    'MEMBER_UNAVAILABLE',
  ],
  writes: true,
})

export const memberBindWecom = call({
  path: '/v2/appDealerManagerService/memberBindWecom',
  summary: '为成员绑定企业微信',
  may: manages,
  request: member.MemberBindWecom,
  answer: Done,
  refusals: ['MEMBER_RIGHTS', 'WECOM_BOUND', 'QR_UNAVAILABLE'],
  writes: true,
})

export const memberUnbindWecom = call({
  path: '/v2/appDealerManagerService/memberUnbindWecom',
  summary: '解除成员的企业微信绑定',
  may: manages,
  request: z.object({ dealerId, memberId: Id }),
  answer: Done,
  refusals: ['MEMBER_RIGHTS', 'STALE'],
  writes: true,
})

export const memberResetAuthenticator = call({
  path: '/v2/appDealerManagerService/memberResetAuthenticator',
  summary: '重置成员的验证器',
  may: manages,
  request: z.object({ dealerId, memberId: Id }),
  answer: Done,
  refusals: ['MEMBER_RIGHTS', 'STALE'],
  writes: true,
})

export const memberLeavePreview = call({
  path: '/v2/appDealerManagerService/memberLeavePreview',
  summary: '成员离职前：将交接的内容与可接收的成员',
  may: manages,
  request: leave.MemberLeavePreview,
  answer: leave.MemberLeavePreviewAnswer,
  refusals: ['MEMBER_RIGHTS', 'MEMBER_LAST_ADMIN'],
  omits: omitted.opened,
})

export const memberLeave = call({
  path: '/v2/appDealerManagerService/memberLeave',
  summary: '成员离职：客户与下级一并交接',
  may: manages,
  request: leave.MemberLeave,
  answer: leave.MemberLeaveAnswer,
  refusals: ['MEMBER_UNAVAILABLE', 'MEMBER_RIGHTS', 'MEMBER_LAST_ADMIN'],
  writes: true,
})

export const memberLeaves = call({
  path: '/v2/appDealerManagerService/memberLeaves',
  summary: '离职交接记录',
  may: manages,
  request: leave.MemberLeaves,
  answer: z.object({ data: z.array(leave.LeaveRow), total: z.number() }),
  shows: ['team'],
})

export const memberLeaveBack = call({
  path: '/v2/appDealerManagerService/memberLeaveBack',
  summary: '撤回离职交接',
  may: { admin: true },
  request: leave.MemberLeaveBack,
  answer: leave.MemberLeaveBackAnswer,
  refusals: ['MEMBER_RIGHTS', 'STALE', 'MEMBER_EXISTS', 'LEAVE_OVER'],
  writes: true,
})
