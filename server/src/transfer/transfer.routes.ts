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
} from './import.service.ts'
import type { TransferDeps } from './import.service.ts'

/** Import and export of customer files. */
export const transferRoutes = (
  deps: TransferDeps & { readonly pages: ListPages },
): HandlersOf<typeof transfer> => ({
  startImport: (request, context) => startImport(context, deps, request),
  importStatus: ({ importId }, context) => getImport(context, deps, importId),
  checkImport: (request, context) => checkAgain(context, deps, request),
  dropImport: ({ importId }, context) => dropImport(context, deps, importId),
  commitImport: ({ importId }, context) => commitImport(context, deps, importId),
  undoImport: ({ importId }, context) => undoUpdates(context, deps, importId),
  importTemplate: (_request, context) => getTemplate(context, deps),
  olderList: exportableCustomers(deps),
})
