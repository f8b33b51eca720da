import { call } from '../kernel/call.ts'
import { countsCall } from '../kernel/counts.ts'
import { Done } from '../kernel/wire.ts'
import * as board from './board.schema.ts'
import * as shape from './list.schema.ts'

/** The front desk (docs/product/desk.md). New files and confirmed arrivals use the customer room's `add` and `informCome`. */

const may = { flag: 'allowFront' } as const

export const list = call({
  path: '/v2/appCustomerDeskService/list',
  summary: '前台流量列表',
  may,
  refusals: ['TOO_MANY'],
  request: shape.DeskListQuery,
  answer: shape.DeskListAnswer,
  shows: ['desk', 'customer', 'team', 'appointment'],
})

export const viewCounts = countsCall('/v2/appCustomerDeskService/viewCounts', list, ['desk', 'customer'])

export const search = call({
  path: '/v1/customerRpc/search',
  summary: '查找到店客户',
  may,
  refusals: ['TOO_MANY'],
  request: shape.ArrivalSearch,
  answer: shape.ArrivalSearchAnswer,
  shows: ['desk', 'team', 'customer', 'attendance', 'appointment'],
})

export const getBoard = call({
  path: '/v2/appCustomerDeskService/board',
  summary: '到店看板',
  may,
  request: board.GetBoard,
  answer: board.BoardAnswer,
  shows: ['desk', 'team', 'customer', 'attendance', 'appointment'],
})

export const receive = call({
  path: '/v2/appCustomerDeskService/receive',
  summary: '安排接待',
  may,
  request: board.Receive,
  answer: Done,
  refusals: ['NOT_FOUND', 'STALE', 'MEMBER_UNAVAILABLE', 'MEMBER_BUSY'],
  writes: true,
})

export const leave = call({
  path: '/v2/appCustomerDeskService/leave',
  summary: '客户离店',
  may,
  request: board.Leave,
  answer: board.LeaveAnswer,
  refusals: ['NOT_FOUND'],
  writes: true,
})
