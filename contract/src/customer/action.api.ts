import { call, omitted } from '../kernel/call.ts'
import type { ErrorCode } from '../kernel/errors.ts'
import * as action from './action.schema.ts'
import { BulkAnswer } from './bulk.schema.ts'
import { EditAnswer, EditCustomer } from './edit.schema.ts'
import { CheckExist, CheckExistAnswer, Merge, MergeAnswer } from './merge.schema.ts'
import { CallDetail, GetCall, GetTestShare, TestShareDetail } from './record.schema.ts'

/** Actions on a customer's file other than following up. */

const may = { module: '客户管理' } as const
/** Reviewers also read the files with a defeat request (docs/decisions/0015). */
const mayRead = { module: ['客户管理', '战败审核'] } as const
const moved = ['STALE', 'CUSTOMER_STATE'] as const satisfies readonly ErrorCode[]

export const edit = call({
  path: '/v2/appCustomerService/edit',
  summary: '编辑客户',
  may,
  request: EditCustomer,
  answer: EditAnswer,
  refusals: ['CONFLICT', 'CUSTOMER_EXISTS', 'BLOCKED', 'TOO_MANY'],
  writes: true,
  // The front desk's board shows name, number and series, too.
})

export const remark = call({
  path: '/v2/appCustomerService/remark',
  summary: '批注',
  may,
  request: action.Annotate,
  answer: action.ActionAnswer,
  refusals: ['STALE'],
  writes: true,
  withoutNetwork: 'waits',
})

export const mentionable = call({
  path: '/v2/appCustomerService/mentionable',
  summary: '可在批注中提到的同事',
  may,
  request: action.ListMentionable,
  answer: action.MentionableAnswer,
  shows: ['team', 'customer'],
})

export const markSms = call({
  path: '/v1/customerRpc/markSms',
  summary: '标记不接收短信',
  may,
  request: action.MarkSms,
  answer: action.ActionAnswer,
  refusals: ['STALE'],
  writes: true,
})

export const pause = call({
  path: '/v2/appCustomerService/pause',
  summary: '暂停回访（休眠）',
  may,
  request: action.Pause,
  answer: action.ActionAnswer,
  refusals: [...moved, 'CUSTOMER_ORDER_OPEN'],
  writes: true,
})

export const resume = call({
  path: '/v2/appCustomerService/resume',
  summary: '唤醒 / 继续跟进',
  may,
  request: action.Resume,
  answer: action.UndoableAnswer,
  refusals: moved,
  writes: true,
})

export const reassign = call({
  path: '/v2/appCustomerService/reassign',
  summary: '再分配',
  may: { flag: 'allowAssign', module: '客户管理' },
  request: action.Reassign,
  answer: action.ReassignAnswer,
  refusals: [...moved, 'MEMBER_UNAVAILABLE'],
  writes: true,
})

export const batchReassign = call({
  path: '/v2/appCustomerService/batchReassign',
  summary: '批量再分配',
  may: { flag: ['allowAssign', 'allowFront'], module: ['客户管理', '前台流量'] },
  request: action.BatchReassign,
  answer: BulkAnswer,
  refusals: ['MEMBER_UNAVAILABLE'],
  writes: true,
})

export const fail = call({
  path: '/v2/appCustomerService/fail',
  summary: '战败申请',
  may,
  request: action.Fail,
  answer: action.ActionAnswer,
  refusals: [...moved, 'CUSTOMER_ORDER_OPEN'],
  writes: true,
})

export const relive = call({
  path: '/v2/appCustomerService/relive',
  summary: '复活',
  may,
  request: action.Revive,
  answer: action.ActionAnswer,
  refusals: [...moved, 'MEMBER_UNAVAILABLE', 'CAR_TAKEN'],
  writes: true,
})

export const recall = call({
  path: '/v2/appCustomerService/recall',
  summary: '完成回访',
  may,
  request: action.Recall,
  answer: action.ActionAnswer,
  refusals: moved,
  writes: true,
})

/** The front desk confirms arrivals of all customers of the store. */
export const informCome = call({
  path: '/v2/appCustomerDeskService/informCome',
  summary: '确认到店',
  may: { module: ['客户管理', '前台流量'] },
  request: action.InformCome,
  answer: action.UndoableAnswer,
  refusals: moved,
  writes: true,
})

export const updateTag = call({
  path: '/v1/customerRpc/updateTag',
  summary: '编辑画像标签',
  may,
  request: action.UpdateTag,
  answer: action.UndoableAnswer,
  writes: true,
})

export const checkExist = call({
  path: '/v2/appWxCustomerService/checkExist',
  summary: '号码是否已属于其他客户',
  may,
  request: CheckExist,
  answer: CheckExistAnswer,
  refusals: ['MERGE_FORBIDDEN', 'TOO_MANY'],
  leaves: 'the trace of who asked for a number',
  omits: omitted.once,
})

export const merge = call({
  path: '/v2/appWxCustomerService/merge',
  summary: '合并客户',
  may,
  request: Merge,
  answer: MergeAnswer,
  refusals: moved,
  writes: true,
})

export const testShareDetail = call({
  path: '/v2/appCustomerService/testShareDetail',
  summary: '试驾分享详情',
  may: mayRead,
  request: GetTestShare,
  answer: TestShareDetail,
  omits: omitted.opened,
})

export const thirdCallDetail = call({
  path: '/v2/appCustomerService/thirdCallDetail',
  summary: '通话详情',
  may: mayRead,
  request: GetCall,
  answer: CallDetail,
  omits: omitted.opened,
})
