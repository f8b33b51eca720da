import { opensLeads, readsLeads } from './lead.rights.ts'
import { call, omitted } from '../kernel/call.ts'
import { countsCall } from '../kernel/counts.ts'
import {
  AssignClue,
  BatchAssign,
  BatchAssignAnswer,
  ClearClue,
  CompleteClue,
  HandledAnswer,
  NoContact,
} from './handle.schema.ts'
import { ClueAnswer, GetClue, GetOnlineCustomer, OnlineCustomerAnswer } from './lead.schema.ts'
import { ClueCounts, ClueListAnswer, ClueListQuery, GetClueCounts } from './list.schema.ts'

/** Online leads (docs/product/lead.md). */

const mayWork = { leadStaff: true, module: '线索分配' } as const

export const list = call({
  path: '/v2/appClueService/list',
  summary: '线索列表',
  may: readsLeads,
  request: ClueListQuery,
  answer: ClueListAnswer,
  refusals: ['EXPORT_TOO_MANY', 'TOO_MANY'],
  leaves: 'the trace of an export',
  omits: omitted.rows,
})

export const viewCounts = countsCall('/v2/appClueService/viewCounts', list, ['lead'])

export const counts = call({
  path: '/v2/appClueService/counts',
  summary: '各状态待处理线索数',
  may: readsLeads,
  request: GetClueCounts,
  answer: ClueCounts,
  shows: ['lead', 'setting'],
})

export const detail = call({
  path: '/v2/appClueService/detail',
  summary: '线索详情',
  may: opensLeads,
  request: GetClue,
  answer: ClueAnswer,
  omits: omitted.opened,
})

export const getOnlineCustomer = call({
  path: '/v1/customerRpc/getOnlineCustomer',
  summary: '时间轴所指的线上客户',
  may: opensLeads,
  request: GetOnlineCustomer,
  answer: OnlineCustomerAnswer,
  omits: omitted.opened,
})

export const clear = call({
  path: '/v2/appClueService/clear',
  summary: '清洗线索：有效或无效',
  may: mayWork,
  request: ClearClue,
  answer: HandledAnswer,
  refusals: ['LEAD_STATE', 'MEMBER_UNAVAILABLE', 'BLOCKED', 'TOO_MANY', 'CAR_TAKEN'],
  writes: true,
})

export const noContact = call({
  path: '/v2/appClueService/noContact',
  summary: '线索未接通',
  may: mayWork,
  request: NoContact,
  answer: HandledAnswer,
  refusals: ['LEAD_STATE'],
  writes: true,
})

export const complete = call({
  path: '/v2/appClueService/complete',
  summary: '补录已分配线索的手机号，建立客户档案',
  may: readsLeads,
  request: CompleteClue,
  answer: HandledAnswer,
  refusals: ['LEAD_STATE', 'MEMBER_UNAVAILABLE', 'BLOCKED', 'TOO_MANY'],
  writes: true,
})

export const assign = call({
  path: '/v2/appClueService/assign',
  summary: '分配线索',
  may: mayWork,
  request: AssignClue,
  answer: HandledAnswer,
  refusals: ['LEAD_STATE', 'MEMBER_UNAVAILABLE', 'BLOCKED'],
  writes: true,
})

export const batchAssign = call({
  path: '/v2/appClueService/batchAssign',
  summary: '批量分配线索',
  may: { ...mayWork, flag: 'allowOnlineAssign' },
  request: BatchAssign,
  answer: BatchAssignAnswer,
  refusals: ['MEMBER_UNAVAILABLE'],
  writes: true,
})
