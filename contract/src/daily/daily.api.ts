import { call } from '../kernel/call.ts'
import { Done } from '../kernel/wire.ts'
import { answersDaily, readsDaily, writesDaily } from './daily.rights.ts'
import * as shape from './daily.schema.ts'

/** Daily reports (/daily/*). */

const counted = ['daily', 'customer', 'desk', 'order', 'attendance', 'team', 'setting'] as const

export const own = call({
  path: '/v1/dailyRpc/own',
  summary: '我的日报',
  may: writesDaily,
  request: shape.OfDay,
  answer: shape.Own,
  refusals: ['STALE'],
  shows: counted,
})

export const handIn = call({
  path: '/v1/dailyRpc/handIn',
  summary: '提交日报',
  may: writesDaily,
  request: shape.HandIn,
  answer: Done,
  refusals: ['STALE'],
  writes: true,
})

export const team = call({
  path: '/v1/dailyRpc/team',
  summary: '团队日报',
  may: readsDaily,
  request: shape.OfDay,
  answer: shape.Team,
  shows: counted,
})

export const comment = call({
  path: '/v1/dailyRpc/comment',
  summary: '批注日报',
  may: answersDaily,
  request: shape.AnswerReport,
  answer: Done,
  refusals: ['NOT_FOUND', 'FORBIDDEN'],
  writes: true,
})

export const giveBack = call({
  path: '/v1/dailyRpc/giveBack',
  summary: '退回日报',
  may: answersDaily,
  request: shape.ReturnReport,
  answer: Done,
  refusals: ['NOT_FOUND', 'FORBIDDEN', 'STALE'],
  writes: true,
})

export const sum = call({
  path: '/v1/dailyRpc/sum',
  summary: '日报汇总：日、周、月',
  may: readsDaily,
  request: shape.SumOf,
  answer: shape.DailySum,
  shows: counted,
})
