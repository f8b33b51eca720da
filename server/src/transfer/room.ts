import type { rooms } from '@showroom/contract'
import { listPagesOf } from '../customer/index.ts'
import type { StoreWork } from '../platform/queues/queues.ts'
import type { Room, RoomDeps } from '../platform/room.ts'
import { createImportWork } from './import/import.job.ts'
import { readAgain } from './match/match.repository.ts'
import { tidyChanges, tidyTransfers } from './tidy.job.ts'
import { transferRoutes } from './transfer.routes.ts'

export { tables } from './transfer.tables.ts'

export interface TransferRoom extends Room<typeof rooms.transfer> {
  readonly importWork: StoreWork
}

export function open(deps: RoomDeps): TransferRoom {
  const { db, files, downloads, live, clock } = deps
  const importWork = createImportWork(deps)
  return {
    handlers: transferRoutes({ files, downloads, importWork, pages: listPagesOf(live) }),
    subscriptions: {
      async workbookErased({ db: trx, scope, now }, { key }) {
        await readAgain(trx, scope, key, now)
      },
    },
    jobs: [tidyTransfers(db, files, clock, deps.retention.exports), tidyChanges(db, clock)],
    importWork,
  }
}
