import type * as transfer from '@showroom/contract/transfer/transfer.api'
import type { HandlersOf } from '../platform/http/handler.ts'
import { exportableCustomers } from '../customer/index.ts'
import type { ListPages } from '../customer/index.ts'
import {
  checkAgain,
  commitImport,
  dropImport,
  getImport,
  getTemplate,
  startImport,
  undoUpdates,
} from './import/import.service.ts'
import type { TransferDeps } from './import/import.service.ts'

/** Import and export of customer files. */
export const transferRoutes = (
  deps: TransferDeps & { readonly pages: ListPages },
): HandlersOf<typeof transfer> => ({
  startImport: (context, request) => startImport(context, deps, request),
  importStatus: (context, { importId }) => getImport(context, deps, importId),
  checkImport: (context, request) => checkAgain(context, deps, request),
  dropImport: (context, { importId }) => dropImport(context, deps, importId),
  commitImport: (context, { importId }) => commitImport(context, deps, importId),
  undoImport: (context, { importId }) => undoUpdates(context, deps, importId),
  importTemplate: (context) => getTemplate(context, deps),
  olderList: exportableCustomers(deps),
})
