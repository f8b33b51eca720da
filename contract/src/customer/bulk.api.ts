import { call } from '../kernel/call.ts'
import { Bulk, BulkStatus, GetBulk } from './bulk.schema.ts'

/** Doing something to many customers at once. */

const may = { module: '客户管理' } as const

/** Who may do it to one may do it to many, each by the rules for one. Up to 200 at once, more by a worker: then `bulkStatus` tells. */
export const bulk = call({
  path: '/v2/appCustomerService/bulk',
  summary: '批量操作：再分配、标签、唤醒',
  may,
  request: Bulk,
  answer: BulkStatus,
  refusals: ['MEMBER_UNAVAILABLE', 'BULK_TOO_MANY', 'TOO_MANY'],
  writes: true,
  changes: ['customer', 'task'],
})

export const bulkStatus = call({
  path: '/v2/appCustomerService/bulkStatus',
  summary: '批量操作的进度与结果',
  may,
  request: GetBulk,
  answer: BulkStatus,
  refusals: ['NOT_FOUND'],
})
