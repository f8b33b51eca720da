import { z } from 'zod'
import { call } from '../kernel/call.ts'
import * as shape from './report.schema.ts'

/** The reports (/report/*), and page tables exported as workbooks. */

const may = { admin: true } as const

const exported = z.string().optional()
const leaves = 'the workbook and its row in the export log, when it is exported'

/** So many are counted at once. */
const refusals = ['TOO_MANY'] as const
const sum = { may, request: shape.SumQuery, refusals, leaves } as const

export const taskChart = call({
  path: '/v1/reportRpc/taskChart',
  summary: '任务趋势',
  may,
  request: shape.ChartQuery,
  answer: shape.TaskChart,
  refusals,
  shows: ['lead', 'customer', 'desk', 'order'],
})

export const taskSum = call({
  ...sum,
  path: '/v1/reportRpc/taskSum',
  summary: '任务概览',
  answer: shape.TaskSum,
  shows: ['lead', 'customer', 'desk', 'order', 'team', 'target'],
})

export const customerChart = call({
  path: '/v1/reportRpc/customerChart',
  summary: '客户趋势',
  may,
  request: shape.ChartQuery,
  answer: shape.CustomerChart,
  refusals,
  shows: ['customer', 'order'],
})

export const customerSum2 = call({
  ...sum,
  path: '/v1/reportRpc/customerSum2',
  summary: '客户汇总',
  answer: shape.CustomerSum,
  shows: ['customer', 'order', 'team'],
})

export const seriesSum = call({
  ...sum,
  path: '/v1/reportRpc/seriesSum',
  summary: '车系统计',
  answer: shape.SeriesSum,
  shows: ['customer', 'order'],
})

export const storeSourceSum = call({
  ...sum,
  path: '/v1/reportRpc/storeSourceSum',
  summary: '线下客户统计',
  answer: shape.StoreSourceSum,
  shows: ['customer', 'order', 'setting'],
})

export const onlineSum = call({
  ...sum,
  path: '/v1/reportRpc/onlineSum',
  summary: '线上线索统计',
  answer: shape.OnlineSum,
  shows: ['lead', 'customer'],
})

export const appointmentChart = call({
  path: '/v1/reportRpc/appointmentChart',
  summary: '预约趋势',
  may,
  request: shape.ChartQuery,
  answer: shape.AppointmentChart,
  refusals,
  shows: ['customer'],
})

export const appointmentSum = call({
  ...sum,
  path: '/v1/reportRpc/appointmentSum',
  summary: '预约统计',
  answer: shape.AppointmentSum,
  shows: ['customer', 'team'],
})

export const testCarSum = call({
  ...sum,
  path: '/v1/reportRpc/testCarSum',
  summary: '试驾车统计',
  answer: shape.TestCarSum,
  shows: ['customer', 'appointment'],
})

/** Members without the reports open the numbers of their overview, which count their own line. */
export const rows = call({
  path: '/v1/reportRpc/rows',
  summary: '报表数字背后的记录',
  may: { storeStaff: true, module: '客户管理' },
  request: shape.RowsQuery,
  answer: shape.RowsAnswer,
  shows: ['customer', 'lead', 'order', 'desk', 'team', 'appointment'],
})

export const signSum = call({
  path: '/v1/reportRpc/signSum',
  summary: '签到统计',
  may,
  request: shape.SignSumQuery,
  answer: z.object({ sums: z.array(shape.SignRow), filePath: exported }),
  leaves,
  shows: ['attendance', 'team', 'setting'],
})

export const signDays = call({
  path: '/v1/reportRpc/signDays',
  summary: '签到统计：成员的每一天',
  may,
  request: shape.SignDaysQuery,
  answer: shape.SignDays,
  shows: ['attendance', 'team', 'setting'],
})

export const exportExcel = call({
  path: '/v1/reportRpc/exportExcel',
  summary: '把页面上的表格导出为工作簿（留痕）',
  may,
  request: shape.ExportExcel,
  answer: z.object({ file: z.string() }),
  leaves: 'the workbook and its row in the export log',
  // JSON escaping can make a megabyte of HTML this large.
  mostBytes: 3 * shape.tableMaxBytes,
})
