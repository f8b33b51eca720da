import { ActionAnswer } from '../customer/action.schema.ts'
import { call } from '../kernel/call.ts'
import { ConfirmFail, RejectFail } from './review.schema.ts'

/** Reviews (document 2, section 7). */

const may = { flag: 'allowFailVerify' } as const

export const confirmFail = call({
  path: '/v2/appVerifyService/confirmFail',
  summary: '同意战败',
  may,
  request: ConfirmFail,
  answer: ActionAnswer,
  refusals: ['STALE', 'CUSTOMER_STATE', 'CUSTOMER_ORDER_OPEN'],
  writes: true,
})

export const rejectFail = call({
  path: '/v2/appVerifyService/rejectFail',
  summary: '驳回战败',
  may,
  request: RejectFail,
  answer: ActionAnswer,
  refusals: ['STALE', 'CUSTOMER_STATE', 'MEMBER_UNAVAILABLE'],
  writes: true,
})
