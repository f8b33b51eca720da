import * as api from '@showroom/contract/report/report.api'
import type { ReportName } from '@showroom/contract/report/report.rules'
import type { ReportSum } from '@showroom/contract/report/report.schema'
import type { RequestOf } from '@showroom/contract/kernel/call'
import { queryOptions } from '@tanstack/react-query'
import { callApi } from '../api/client'
import { keyOf, queryOf } from '../api/query'

export type SumRequest = Omit<RequestOf<typeof api.seriesSum>, 'dealerId'>

type Answer = ReportSum & { filePath?: string | undefined }

/** Each report's call; the task report has other row names. */
const calls: { readonly [Name in ReportName]: (request: SumRequest, init?: Init) => Promise<Answer> } = {
  async task(request, init) {
    const { complete, completeTotal, before, filePath } = await callApi(api.taskSum, request, init)
    return { sums: complete, total: completeTotal, before, filePath }
  },
  customer: (request, init) => callApi(api.customerSum2, request, init),
  series: (request, init) => callApi(api.seriesSum, request, init),
  storeCustomer: (request, init) => callApi(api.storeSourceSum, request, init),
  onlineClue: (request, init) => callApi(api.onlineSum, request, init),
  appointment: (request, init) => callApi(api.appointmentSum, request, init),
  testCar: (request, init) => callApi(api.testCarSum, request, init),
}
type Init = { readonly signal: AbortSignal }

const callOf = {
  task: api.taskSum,
  customer: api.customerSum2,
  series: api.seriesSum,
  storeCustomer: api.storeSourceSum,
  onlineClue: api.onlineSum,
  appointment: api.appointmentSum,
  testCar: api.testCarSum,
} as const

export const sumQuery = (name: ReportName, request: SumRequest) =>
  queryOptions<Answer>({
    queryKey: [...keyOf(callOf[name]), request],
    queryFn: ({ signal }) => calls[name](request, { signal }),
  })

export const exportSum = (name: ReportName, request: SumRequest): Promise<Answer> =>
  calls[name]({ ...request, isExport: 1 })

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
