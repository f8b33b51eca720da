import { z } from 'zod'
import { call, omitted } from '../kernel/call.ts'
import { readsAudit, readsExports } from './audit.rules.ts'
import * as shape from './audit.schema.ts'

/** The export log (/manager/export-list) and the audit. */

export const exportRecords = call({
  path: '/v2/appDealerManagerService/exportRecords',
  summary: '导出记录',
  may: readsExports,
  request: shape.ExportRecords,
  answer: z.object({ records: z.array(shape.ExportRecord), total: z.number() }),
})

export const exportFile = call({
  path: '/v2/appDealerManagerService/exportFile',
  summary: '再次下载导出文件（留痕）',
  may: readsExports,
  request: shape.ExportFile,
  answer: z.object({ filePath: z.string() }),
  refusals: ['NOT_FOUND', 'EXPORT_GONE'],
  writes: true,
  whenClosed: true,
})

export const auditList = call({
  path: '/v2/appAuditService/list',
  summary: '操作记录（导出留痕）',
  may: readsAudit,
  request: shape.AuditList,
  answer: shape.AuditListAnswer,
  refusals: ['EXPORT_TOO_MANY'],
  leaves: 'the workbook and its row in the export log, when it is exported',
  omits: omitted.rows,
})

export const revealWatch = call({
  path: '/v2/appAuditService/revealWatch',
  summary: '查看号码明显多于平时的成员',
  may: readsAudit,
  request: z.object({ dealerId: z.number().int().optional() }),
  answer: z.object({ data: z.array(shape.RevealWatch) }),
  omits: omitted.rows,
})
