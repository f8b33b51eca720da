import { call, omitted } from '../kernel/call.ts'
import { Bulk, BulkStatus, GetBulk } from './bulk.schema.ts'

/** Actions on many customers at once. */

const may = { module: '客户管理' } as const

/**
 * Needs the right for a single customer; each customer is checked by the same rules. Up to 200 are processed at once, more by a worker,
 * whose progress `bulkStatus` returns.
 */
export const bulk = call({
  path: '/v2/appCustomerService/bulk',
  summary: '批量操作：再分配、标签、唤醒',
  may,
  request: Bulk,
  answer: BulkStatus,
  refusals: ['MEMBER_UNAVAILABLE', 'BULK_TOO_MANY', 'TOO_MANY'],
  writes: true,
})

export const bulkStatus = call({
  path: '/v2/appCustomerService/bulkStatus',
  summary: '批量操作的进度与结果',
  may,
  request: GetBulk,
  answer: BulkStatus,
  refusals: ['NOT_FOUND'],
  omits: omitted.polled,
})
