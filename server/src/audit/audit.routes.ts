import type { rooms } from '@showroom/contract'
import { revealAlertCount } from '@showroom/contract/audit/audit.schema'
import type { ExportDeps } from '../platform/export.ts'
import { prepared } from '../platform/http/handler.ts'
import type { HandlersOf } from '../platform/http/handler.ts'
import { listExports, listRevealers } from './audit.repository.ts'
import { exportableAudit, fetchExport, findExportFile } from './audit.service.ts'

export const auditRoutes = (deps: ExportDeps): HandlersOf<typeof rooms.audit> => ({
  exportRecords: (request, { db, session, now }) => listExports(db, session.scope, request, now),
  exportFile: prepared(
    ({ id }, context) => findExportFile(context, deps, id),
    (_request, context, found) => fetchExport(context, deps, found),
  ),
  auditList: exportableAudit(deps),
  revealWatch: async (_request, { db, session, now }) => ({
    data: await listRevealers(db, session.scope, revealAlertCount, now),
  }),
})
