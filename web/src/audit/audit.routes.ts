import { readsAudit, readsExports } from '@showroom/contract/audit/audit.rules'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { may } from '../frame/areas'
import { enteredBy } from '../frame/screen'
import { manager } from '../frame/shell'
import { readListSearch } from '../ui/list/filter/listSearch'
import { loadViews } from '../view/public'

const exportList = createRoute({
  getParentRoute: () => manager,
  path: '/manager/export-list',
  validateSearch: readListSearch,
  ...enteredBy((session) => may(session, { may: readsExports })),
  loader: ({ context }) => loadViews(context.queryClient),
  component: lazyRouteComponent(() => import('./ExportListPage'), 'ExportListPage'),
})

const auditPage = createRoute({
  getParentRoute: () => manager,
  path: '/manager/audit',
  validateSearch: readListSearch,
  ...enteredBy((session) => may(session, { may: readsAudit })),
  loader: ({ context }) => loadViews(context.queryClient),
  component: lazyRouteComponent(() => import('./AuditPage'), 'AuditPage'),
})

export const routes = [exportList, auditPage] as const
