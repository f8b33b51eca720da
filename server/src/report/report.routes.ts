import type * as sumCalls from '@showroom/contract/report/sum.api'
import type { ExportDeps } from '../platform/export.ts'
import type { HandlersOf } from '../platform/http/handler.ts'
import { exportTable } from './excel.service.ts'
import { listCounted } from './rows.service.ts'
import { listSignDays, sumAttendance } from './sign.service.ts'
import type { Sums } from './sum.service.ts'

export const reportRoutes = (deps: ExportDeps, sums: Sums): HandlersOf<typeof sumCalls> => ({
  taskChart: (query, context) => sums.chart(context, 'task', query),
  async taskSum(query, context) {
    const { sums: complete, total: completeTotal, ...rest } = await sums.sum(context, 'task', query)
    return { complete, completeTotal, ...rest }
  },
  customerChart: (query, context) => sums.chart(context, 'customer', query),
  customerSum2: (query, context) => sums.sum(context, 'customer', query),
  seriesSum: (query, context) => sums.sum(context, 'series', query),
  storeSourceSum: (query, context) => sums.sum(context, 'storeCustomer', query),
  onlineSum: (query, context) => sums.sum(context, 'onlineClue', query),
  rows: (query, context) => listCounted(context, query),
  signSum: (query, context) => sumAttendance(context, deps, query),
  signDays: (query, context) => listSignDays(context, query),
  exportExcel: (table, context) => exportTable(context, deps, table),
})
