import type * as reportCalls from '@showroom/contract/report/report.api'
import type { ExportDeps } from '../platform/export.ts'
import type { HandlersOf } from '../platform/http/handler.ts'
import { exportTable } from './excel.service.ts'
import { listSignDays, sumAttendance } from './sign.service.ts'

export const reportRoutes = (deps: ExportDeps): HandlersOf<typeof reportCalls> => ({
  signSum: (query, context) => sumAttendance(context, deps, query),
  signDays: (query, context) => listSignDays(context, query),
  exportExcel: (table, context) => exportTable(context, deps, table),
})
