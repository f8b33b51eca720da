import { ActionAnswer } from '../customer/action.schema.ts'
import { call } from '../kernel/call.ts'
import { countsCall } from '../kernel/counts.ts'
import { FailListAnswer, FailListQuery } from './list.schema.ts'
import { reviewsDefeats } from './review.rights.ts'
import { ConfirmFail, ConfirmFails, ConfirmFailsAnswer, RejectFail } from './review.schema.ts'

/** Reviews (docs/product/review.md). */

export const failList = call({
  path: '/v2/appVerifyService/failList',
  summary: '战败审核列表',
  may: reviewsDefeats,
  refusals: ['TOO_MANY'],
  request: FailListQuery,
  answer: FailListAnswer,
  shows: ['customer', 'desk', 'team', 'setting'],
})

export const viewCounts = countsCall('/v2/appVerifyService/viewCounts', failList, ['customer'])

export const confirmFail = call({
  path: '/v2/appVerifyService/confirmFail',
  summary: '同意战败',
  may: reviewsDefeats,
  request: ConfirmFail,
  answer: ActionAnswer,
  refusals: ['STALE', 'CUSTOMER_STATE', 'CUSTOMER_ORDER_OPEN'],
  writes: true,
})

export const confirmFails = call({
  path: '/v2/appVerifyService/confirmFails',
  summary: '同意多条没有疑点的战败申请',
  may: reviewsDefeats,
  request: ConfirmFails,
  answer: ConfirmFailsAnswer,
  writes: true,
})

export const rejectFail = call({
  path: '/v2/appVerifyService/rejectFail',
  summary: '驳回战败',
  may: reviewsDefeats,
  request: RejectFail,
  answer: ActionAnswer,
  refusals: ['STALE', 'CUSTOMER_STATE', 'MEMBER_UNAVAILABLE'],
  writes: true,
})
