import { z } from 'zod'
import { addsCustomers, readsCustomers, worksOnCustomers } from './customer.rights.ts'
import { call, omitted } from '../kernel/call.ts'
import { countsCall } from '../kernel/counts.ts'
import { AddAnswer, NewCustomer } from './add.schema.ts'
import { Follow } from './follow.schema.ts'
import { OnFile, OnFileAnswer } from './on-file.schema.ts'
import { CustomerListAnswer, CustomerListQuery } from './list.schema.ts'
import { CustomerProfile, GetCustomer, GetTimelines, Peek, Timelines } from './profile.schema.ts'

/** Customer files (docs/product/customer.md). */

export * from './action.api.ts'
export * from './bulk.api.ts'

const may = readsCustomers
/** Reviewers also read the files with a defeat request (docs/decisions/0015). */
const mayRead = { module: ['客户管理', '战败审核'] } as const

export const list = call({
  path: '/v2/appCustomerService/list',
  summary: '客户列表',
  may,
  request: CustomerListQuery,
  answer: CustomerListAnswer,
  refusals: ['EXPORT_TOO_MANY', 'TOO_MANY'],
  leaves: 'the trace of an export',
  omits: omitted.rows,
})

export const viewCounts = countsCall('/v2/appCustomerService/viewCounts', list, ['customer'])

export const add = call({
  path: '/v2/appCustomerService/add',
  summary: '新建客户',
  may: addsCustomers,
  request: NewCustomer,
  answer: AddAnswer,
  refusals: [
    'CUSTOMER_EXISTS',
    'ON_FILE',
    'BLOCKED',
    'MEMBER_UNAVAILABLE',
    'STALE',
    'CUSTOMER_STATE',
    'CAR_TAKEN',
    'TOO_MANY',
  ],
  writes: true,
  withoutNetwork: 'waits',
})

/** Asked while a member fills in a new customer. */
export const onFile = call({
  path: '/v2/appCustomerService/onFile',
  summary: '新建客户的号码是否已有档案',
  refusals: ['TOO_MANY'],
  may: { module: ['客户管理', '前台流量'] },
  request: OnFile,
  answer: OnFileAnswer,
  leaves: 'the trace of who asked for a number',
  omits: omitted.once,
})

export const get = call({
  path: '/v2/appCustomerService/get',
  summary: '客户档案',
  may: mayRead,
  request: GetCustomer,
  answer: CustomerProfile,
  refusals: ['NOT_FOUND', 'TOO_MANY'],
  omits: omitted.opened,
  withoutNetwork: 'seen',
})

export const timelines = call({
  path: '/v2/appCustomerService/timelines',
  summary: '更早的跟进记录',
  may: mayRead,
  request: GetTimelines,
  answer: Timelines,
  refusals: ['NOT_FOUND'],
  omits: omitted.opened,
  withoutNetwork: 'seen',
})

/** Numbers are masked; counts as a read of the file. */
export const peek = call({
  path: '/v2/appCustomerService/peek',
  summary: '客户速览',
  may: mayRead,
  request: GetCustomer,
  answer: Peek,
  refusals: ['NOT_FOUND', 'TOO_MANY'],
  omits: omitted.opened,
})

export const follow = call({
  path: '/v2/appCustomerService/follow',
  summary: '完成跟进',
  may: worksOnCustomers,
  request: Follow,
  answer: z.object({ rowVersion: z.number() }),
  refusals: ['NOT_FOUND', 'STALE', 'CUSTOMER_STATE', 'CUSTOMER_ORDER_OPEN', 'BLOCKED', 'CAR_TAKEN'],
  writes: true,
  withoutNetwork: 'waits',
})
