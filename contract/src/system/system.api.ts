import { call, omitted } from '../kernel/call.ts'
import { Empty } from '../kernel/wire.ts'
import { readsSystem } from './system.rights.ts'
import * as shape from './system.schema.ts'

/** The state of the installation (/manager/system), with the waiting work of the member's own store. */

export const state = call({
  path: '/v2/appSystemService/state',
  summary: '系统状态',
  may: readsSystem,
  request: Empty,
  answer: shape.SystemState,
  omits: omitted.polled,
})
