import type * as sumCalls from '@showroom/contract/report/sum.api'
import type { ExportDeps } from '../platform/export/export.ts'
import type { HandlersOf } from '../platform/http/handler.ts'
import { exportTable } from './excel.service.ts'
import { listCounted } from './rows.service.ts'
import { listSignDays, sumAttendance } from './sign.service.ts'
import type { Sums } from './sum.service.ts'

export const reportRoutes = (deps: ExportDeps, sums: Sums): HandlersOf<typeof sumCalls> => ({
  taskChart: (context, query) => sums.chart(context, 'task', query),
  async taskSum(context, query) {
    const { sums: complete, total: completeTotal, ...rest } = await sums.sum(context, 'task', query)
    return { complete, completeTotal, ...rest }
  },
  customerChart: (context, query) => sums.chart(context, 'customer', query),
  customerSum2: (context, query) => sums.sum(context, 'customer', query),
  seriesSum: (context, query) => sums.sum(context, 'series', query),
  storeSourceSum: (context, query) => sums.sum(context, 'storeCustomer', query),
  onlineSum: (context, query) => sums.sum(context, 'onlineClue', query),
  appointmentChart: (context, query) => sums.chart(context, 'appointment', query),
  appointmentSum: (context, query) => sums.sum(context, 'appointment', query),
  testCarSum: (context, query) => sums.sum(context, 'testCar', query),
  rows: listCounted,
  signSum: (context, query) => sumAttendance(context, deps, query),
  signDays: listSignDays,
  exportExcel: (context, table) => exportTable(context, deps, table),
})
