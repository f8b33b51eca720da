import type { rooms } from '@showroom/contract'
import { listPagesOf } from '../customer/index.ts'
import type { DB } from '../platform/db/tables.ts'
import type { Room, RoomDeps } from '../platform/room.ts'
import type { Work } from '../platform/work.ts'
import { createImportWork, resumeImports } from './import.job.ts'
import { giveRows } from './import.repository.ts'
import { tidyTransfers } from './tidy.job.ts'
import { transferRoutes } from './transfer.routes.ts'

export const tables = ['customer_import', 'customer_import_row'] as const satisfies readonly (keyof DB)[]

export interface TransferRoom extends Room<typeof rooms.transfer> {
  readonly importWork: Work
}

export function open(deps: RoomDeps): TransferRoom {
  const { db, files, downloads, live, clock } = deps
  const importWork = createImportWork(deps)
  return {
    handlers: transferRoutes({ files, downloads, importWork, pages: listPagesOf(live) }),
    jobs: [resumeImports(importWork, deps.behalf), tidyTransfers(db, files, clock)],
    subscriptions: { memberLeaving: (by, leaving) => giveRows(by.db, by.scope, leaving) },
    stop: () => importWork.stop(),
    importWork,
  }
}
