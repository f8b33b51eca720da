import { call } from '../kernel/call.ts'
import * as shape from './morning.schema.ts'

/** The morning report (/report/morning) and each admin's own subscription to it. */

const may = { admin: true } as const

export const morningReport = call({
  path: '/v1/reportRpc/morningReport',
  summary: '晨报与我的订阅',
  may,
  request: shape.MorningQuery,
  answer: shape.Morning,
  shows: ['lead', 'customer', 'order', 'desk', 'team', 'target', 'setting'],
})

export const updateMorningReport = call({
  path: '/v1/reportRpc/updateMorningReport',
  summary: '修改晨报订阅',
  may,
  request: shape.UpdateMorning,
  answer: shape.MorningSetting,
  writes: true,
})
