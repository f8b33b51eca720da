import { call, omitted } from '../kernel/call.ts'
import { z } from 'zod'
import { dealerId } from '../kernel/wire.ts'
import { CustomerListAnswer, CustomerListQuery } from '../customer/list.schema.ts'
import * as shape from './transfer.schema.ts'

/** Import and export of customer files. */

/** For members with front desk access and all admins. */
const may = { flag: 'allowFront' } as const

export const startImport = call({
  path: '/v1/customerRpc/import',
  summary: '导入客户',
  may,
  request: shape.StartImport,
  answer: shape.ImportStatus,
  refusals: ['BLOCKED', 'UPLOAD_REFUSED', 'TOO_MANY'],
  upload: true,
  leaves: 'the import, made batch by batch in transactions of its own',
})

export const importStatus = call({
  path: '/v1/customerRpc/importStatus',
  summary: '导入进度与结果',
  may,
  request: shape.GetImport,
  answer: shape.ImportStatus,
  omits: omitted.polled,
})

export const checkImport = call({
  path: '/v1/customerRpc/importCheck',
  summary: '匹配导入列并重新检查',
  may,
  request: shape.CheckImport,
  answer: shape.ImportStatus,
  refusals: ['STALE'],
  writes: true,
})

export const dropImport = call({
  path: '/v1/customerRpc/importDrop',
  summary: '放弃待确认的导入',
  may,
  request: shape.ImportOf,
  answer: shape.ImportStatus,
  refusals: ['STALE'],
  writes: true,
})

export const commitImport = call({
  path: '/v1/customerRpc/importCommit',
  summary: '确认导入',
  may,
  request: shape.ImportOf,
  answer: shape.ImportStatus,
  refusals: ['STALE'],
  writes: true,
})

/** Also the right to update files by an import. */
export const undoImport = call({
  path: '/v1/customerRpc/importUndo',
  summary: '撤销导入的更新',
  may: { admin: true, ...may },
  request: shape.ImportOf,
  answer: shape.ImportStatus,
  refusals: ['UNDO_OVER'],
  writes: true,
})

export const importTemplate = call({
  path: '/v1/customerRpc/importTemplate',
  summary: '下载导入模板',
  may,
  request: z.object({ dealerId }),
  answer: shape.FileAnswer,
  omits: omitted.once,
})

/** The older list, kept for its export; follows the same rules and audit. */
export const olderList = call({
  path: '/v1/customerRpc/list',
  summary: '客户列表与导出（旧接口）',
  may: { module: '客户管理' },
  request: CustomerListQuery,
  answer: CustomerListAnswer,
  refusals: ['EXPORT_TOO_MANY', 'TOO_MANY'],
  leaves: 'the trace of an export',
  omits: omitted.rows,
})
