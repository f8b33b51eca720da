import type { rooms } from '@showroom/contract'
import { revealAlertCount } from '@showroom/contract/audit/audit.schema'
import type { ExportDeps } from '../platform/export/export.ts'
import { prepared } from '../platform/http/handler.ts'
import type { HandlersOf } from '../platform/http/handler.ts'
import { listExports, listRevealers } from './audit.repository.ts'
import { exportableAudit, fetchExport, findExportFile } from './audit.service.ts'

export const auditRoutes = (deps: ExportDeps): HandlersOf<typeof rooms.audit> => ({
  exportRecords: ({ db, session, now }, request) => listExports(db, session.scope, request, now),
  exportFile: prepared(
    (context, { id }) => findExportFile(context, deps, id),
    (context, _request, found) => fetchExport(context, deps, found),
  ),
  auditList: exportableAudit(deps),
  revealWatch: async ({ db, session, now }) => ({
    data: await listRevealers(db, session.scope, revealAlertCount, now),
  }),
})
