import { call } from '../kernel/call.ts'
import * as shape from './target.schema.ts'

/** Monthly targets (/manager/target). */

export const period = call({
  path: '/v1/targetRpc/period',
  summary: '业绩目标与进度',
  may: { storeStaff: true },
  request: shape.PeriodQuery,
  answer: shape.Period,
  refusals: ['TOO_MANY'],
  shows: ['target', 'customer', 'lead', 'order', 'desk', 'team', 'setting'],
})
