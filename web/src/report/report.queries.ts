import * as api from '@showroom/contract/report/report.api'
import type { ReportName } from '@showroom/contract/report/report.rules'
import type { ReportSum } from '@showroom/contract/report/report.schema'
import type { AnswerOf, RequestOf } from '@showroom/contract/kernel/call'
import { callApi } from '../api/client'
import { queryOf } from '../api/query'
import { queryRead } from '../api/pages'

export type SumRequest = Omit<RequestOf<typeof api.seriesSum>, 'dealerId'>

type Answer = ReportSum & { filePath?: string | undefined }

/** Each report's call. */
const callOf = {
  task: api.taskSum,
  customer: api.customerSum2,
  series: api.seriesSum,
  storeCustomer: api.storeSourceSum,
  onlineClue: api.onlineSum,
  appointment: api.appointmentSum,
  testCar: api.testCarSum,
} as const

/** The task report has other row names. */
const read = (answer: AnswerOf<(typeof callOf)[ReportName]>): Answer =>
  'complete' in answer ? { ...answer, sums: answer.complete, total: answer.completeTotal } : answer

export const sumQuery = (name: ReportName, request: SumRequest) => queryRead(callOf[name], request, read)

export const exportSum = async (name: ReportName, request: SumRequest): Promise<Answer> =>
  read(await callApi(callOf[name], { ...request, isExport: 1 }))

export type ChartRequest = Omit<RequestOf<typeof api.taskChart>, 'dealerId'>
export const taskChartQuery = (days: ChartRequest) => queryOf(api.taskChart, days)
export const appointmentChartQuery = (days: ChartRequest) => queryOf(api.appointmentChart, days)
export const customerChartQuery = (days: ChartRequest) => queryOf(api.customerChart, days)

export type RowsRequest = Omit<RequestOf<typeof api.rows>, 'dealerId'>
export const rowsQuery = (request: RowsRequest) => queryOf(api.rows, request)

export type SignRequest = Omit<RequestOf<typeof api.signSum>, 'dealerId'>
export const signQuery = (request: SignRequest) => queryOf(api.signSum, request)
export const exportSign = (request: SignRequest) => callApi(api.signSum, { ...request, isExport: 1 })
export const signDaysQuery = (request: Omit<RequestOf<typeof api.signDays>, 'dealerId'>) =>
  queryOf(api.signDays, request)

/** Exports a table of the page as a workbook. */
export const exportTable = async (name: string, html: string): Promise<{ filePath: string }> => ({
  filePath: (await callApi(api.exportExcel, { name, html })).file,
})
