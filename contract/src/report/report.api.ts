import { z } from 'zod'
import { call } from '../kernel/call.ts'
import * as shape from './report.schema.ts'

/** The reports (/report/*), and tables that leave the store as workbooks. */

const may = { admin: true } as const

const exported = z.string().optional()
const leaves = 'the workbook and its row in the export log, when it is exported'

export const signSum = call({
  path: '/v1/reportRpc/signSum',
  summary: '签到统计',
  may,
  request: shape.SignSumQuery,
  answer: z.object({ sums: z.array(shape.SignRow), filePath: exported }),
  leaves,
})

export const signDays = call({
  path: '/v1/reportRpc/signDays',
  summary: '签到统计：成员的每一天',
  may,
  request: shape.SignDaysQuery,
  answer: shape.SignDays,
})

export const exportExcel = call({
  path: '/v1/reportRpc/exportExcel',
  summary: '把页面上的表格导出为工作簿（留痕）',
  may,
  request: shape.ExportExcel,
  answer: z.object({ file: z.string() }),
  leaves: 'the workbook and its row in the export log',
  // What a megabyte of HTML can grow to as JSON.
  mostBytes: 3 * shape.tableMaxBytes,
})
