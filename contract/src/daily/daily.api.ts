import { call } from '../kernel/call.ts'
import { Done } from '../kernel/wire.ts'
import { writingRoles } from './daily.rules.ts'
import * as shape from './daily.schema.ts'

/** Daily reports (/daily/*). */

const writes = { flag: 'canDailyReport', roles: writingRoles } as const
const reads = { flag: 'readsDaily' } as const
const answers = { flag: 'readsDaily', roles: writingRoles } as const

const counted = ['daily', 'customer', 'desk', 'order', 'attendance', 'team', 'setting'] as const

export const own = call({
  path: '/v1/dailyRpc/own',
  summary: '我的日报',
  may: writes,
  request: shape.OfDay,
  answer: shape.Own,
  refusals: ['STALE'],
  shows: counted,
})

export const handIn = call({
  path: '/v1/dailyRpc/handIn',
  summary: '提交日报',
  may: writes,
  request: shape.HandIn,
  answer: Done,
  refusals: ['STALE'],
  writes: true,
})

export const team = call({
  path: '/v1/dailyRpc/team',
  summary: '团队日报',
  may: reads,
  request: shape.OfDay,
  answer: shape.Team,
  shows: counted,
})

export const comment = call({
  path: '/v1/dailyRpc/comment',
  summary: '批注日报',
  may: answers,
  request: shape.AnswerReport,
  answer: Done,
  refusals: ['NOT_FOUND', 'FORBIDDEN'],
  writes: true,
})

export const giveBack = call({
  path: '/v1/dailyRpc/giveBack',
  summary: '退回日报',
  may: answers,
  request: shape.ReturnReport,
  answer: Done,
  refusals: ['NOT_FOUND', 'FORBIDDEN', 'STALE'],
  writes: true,
})

export const sum = call({
  path: '/v1/dailyRpc/sum',
  summary: '日报汇总：日、周、月',
  may: reads,
  request: shape.SumOf,
  answer: shape.DailySum,
  shows: counted,
})
