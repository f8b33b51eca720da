import { call, omitted } from '../kernel/call.ts'
import { Find, FindAnswer } from './find.schema.ts'

/** Global search (docs/product/find.md). */

export const find = call({
  path: '/v2/appFindService/find',
  summary: '全局查找',
  refusals: ['TOO_MANY'],
  may: 'member',
  request: Find,
  answer: FindAnswer,
  omits: omitted.once,
})
