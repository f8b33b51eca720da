import type { rooms } from '@showroom/contract'
import type { StoreWork } from '../platform/queues/queues.ts'
import { fileRetention } from '../platform/queues/retention.ts'
import type { Room, RoomDeps } from '../platform/room.ts'
import { createBulkWork } from './bulk/bulk.job.ts'
import { customerRoutes } from './customer.routes.ts'
import { listPagesOf } from './list/deep.ts'
import { customerInverses } from './inverses.ts'
import { leaveSubscriptions } from './handover/leave.service.ts'
import { codesOfCustomer } from './profile/edit.repository.ts'
import { createReadCount } from './profile/reads.ts'
import { tidyRecordings } from './follow/recording.job.ts'
import { endCourse } from './defeat/defeat.repository.ts'
import { lockToHandOver } from './lock.repository.ts'
import { wakeDormant } from './defeat/wake.job.ts'

export { tables } from './customer.tables.ts'

/** Limit on customer files that a member may read in ten minutes. */
export interface CustomerSettings {
  readonly fileReadLimit?: number | undefined
}

export interface CustomerRoom extends Room<typeof rooms.customer> {
  readonly bulkWork: StoreWork
}

export function open(deps: RoomDeps, { fileReadLimit }: CustomerSettings): CustomerRoom {
  const { files, downloads, live, tables: allTables } = deps
  const bulkWork = createBulkWork(deps)
  return {
    handlers: customerRoutes({
      files,
      tables: allTables,
      downloads,
      bulkWork,
      pages: listPagesOf(live),
      countRead: createReadCount(fileReadLimit),
      live,
    }),
    codes: { customerId: codesOfCustomer, oldCustomerId: codesOfCustomer },
    inverses: customerInverses,
    subscriptions: {
      ...leaveSubscriptions,
      async customersErased({ db, scope, now }, { customerIds }) {
        await lockToHandOver(db, scope, customerIds)
        await endCourse(db, scope, customerIds, now)
      },
    },
    jobs: [wakeDormant(deps), fileRetention(deps, { ...tidyRecordings, days: deps.retention.recordings })],
    bulkWork,
  }
}
