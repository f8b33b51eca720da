import { call, omitted } from '../kernel/call.ts'
import { Empty } from '../kernel/wire.ts'
import * as shape from './attendance.schema.ts'

/** The member's own attendance (/sign). */

const may = { given: '签到', storeStaff: true } as const

export const sign = call({
  path: '/v2/appSignService/sign',
  summary: '签到、签退',
  may,
  request: shape.Sign,
  answer: shape.Today,
  refusals: ['SIGNS_TOO_MANY'],
  writes: true,
})

export const today = call({
  path: '/v2/appSignService/today',
  summary: '今日签到',
  may,
  request: Empty,
  answer: shape.Today,
  omits: omitted.own,
})

export const month = call({
  path: '/v2/appSignService/month',
  summary: '我的月度签到',
  may,
  request: shape.MonthQuery,
  answer: shape.Month,
  omits: omitted.own,
})
