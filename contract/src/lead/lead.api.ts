import { call } from '../kernel/call.ts'
import { ClueAnswer, GetClue, GetOnlineCustomer, OnlineCustomerAnswer } from './lead.schema.ts'

/** Online leads, as far as customer files show them (document 2, section 7). */

const may = { module: ['客户管理', '线索分配'] } as const

export const detail = call({
  path: '/v2/appClueService/detail',
  summary: '线索详情',
  may,
  request: GetClue,
  answer: ClueAnswer,
})

export const getOnlineCustomer = call({
  path: '/v1/customerRpc/getOnlineCustomer',
  summary: '时间轴所指的线上客户',
  may,
  request: GetOnlineCustomer,
  answer: OnlineCustomerAnswer,
})
