import * as audit from '@showroom/contract/audit/audit.api'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { may } from '../frame/areas'
import { enteredBy } from '../frame/screen'
import { manager } from '../frame/shell'
import { auditTable, exportLog } from './audit.fields'

const exportList = createRoute({
  getParentRoute: () => manager,
  path: '/manager/export-list',
  validateSearch: exportLog.Search,
  ...enteredBy((session) => may(session, audit.exportRecords)),
  component: lazyRouteComponent(() => import('./ExportListPage'), 'ExportListPage'),
})

const auditPage = createRoute({
  getParentRoute: () => manager,
  path: '/manager/audit',
  validateSearch: auditTable.Search,
  ...enteredBy((session) => may(session, audit.auditList)),
  component: lazyRouteComponent(() => import('./AuditPage'), 'AuditPage'),
})

export const routes = [exportList, auditPage] as const
