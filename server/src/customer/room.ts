import type { rooms } from '@showroom/contract'
import type { RoomTables } from '../platform/db/places.ts'
import type { StoreWork } from '../platform/queues/queues.ts'
import { fileRetention, retention } from '../platform/queues/retention.ts'
import type { Room, RoomDeps } from '../platform/room.ts'
import { createBulkWork, tidyBulks } from './bulk/bulk.job.ts'
import { customerRoutes } from './customer.routes.ts'
import { listPagesOf } from './list/deep.ts'
import { customerInverses } from './inverses.ts'
import { customerSubscriptions } from './handover/leave.service.ts'
import { createReadCount } from './profile/reads.ts'
import { tidyRecordings } from './follow/recording.job.ts'
import { wakeDormant } from './defeat/wake.job.ts'
import { customerPersonal } from './personal.repository.ts'

export const tables = {
  distributed: [
    'customer',
    'deal',
    'activity',
    'timeline',
    'defeat_request',
    'call_record',
    'test_share',
    'wecom_contact',
    'customer_bulk',
    'suspension',
  ],
  reference: ['group_mobile'],
} as const satisfies RoomTables

/** Limit on customer files that a member may read in ten minutes. */
export interface CustomerSettings {
  readonly fileReadLimit?: number | undefined
}

export interface CustomerRoom extends Room<typeof rooms.customer> {
  readonly bulkWork: StoreWork
}

export function open(deps: RoomDeps, { fileReadLimit }: CustomerSettings): CustomerRoom {
  const { files, downloads, live } = deps
  const bulkWork = createBulkWork(deps)
  return {
    personal: customerPersonal,
    handlers: customerRoutes({
      files,
      downloads,
      bulkWork,
      pages: listPagesOf(live),
      countRead: createReadCount(fileReadLimit),
      live,
    }),
    inverses: customerInverses,
    subscriptions: customerSubscriptions,
    jobs: [
      wakeDormant(deps),
      fileRetention(deps, { ...tidyRecordings, days: deps.retention.recordings }),
      retention(deps, tidyBulks),
    ],
    bulkWork,
  }
}
