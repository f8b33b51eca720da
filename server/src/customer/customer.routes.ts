import type { rooms } from '@showroom/contract'
import { newType } from '@showroom/contract/customer/add.schema'
import { countViews } from '../platform/live/counts.ts'
import type { ExportDeps } from '../platform/export/export.ts'
import { prepared } from '../platform/http/handler.ts'
import type { HandlersOf } from '../platform/http/handler.ts'
import type { Live } from '../platform/live/live.ts'
import type { StoreWork } from '../platform/queues/queues.ts'
import { actionRoutes } from './action.routes.ts'
import { addCustomer } from './add/add.service.ts'
import { getBulk, startBulk } from './bulk/bulk.service.ts'
import type { ListPages } from './list/deep.ts'
import { exportableCustomers } from './list/export.service.ts'
import { follow } from './follow/follow.service.ts'
import { countCustomers } from './list/list.repository.ts'
import { onFile } from './add/on-file.service.ts'
import { checkProof } from './add/proof.ts'
import type { RoomDeps } from '../platform/room.ts'
import { readPeek, readProfile, readTimelines } from './profile/profile.service.ts'
import type { CountRead } from './profile/reads.ts'
import { repurchase } from './defeat/repurchase.service.ts'

interface CustomerDeps extends ExportDeps, Pick<RoomDeps, 'tables'> {
  readonly pages: ListPages
  readonly countRead: CountRead
  readonly live: Live
  readonly bulkWork: StoreWork
}

export const customerRoutes = (deps: CustomerDeps): HandlersOf<typeof rooms.customer> => ({
  list: exportableCustomers(deps),

  viewCounts: countViews(
    deps.live,
    'customer',
    ({ db, session }, queries) => countCustomers(db, session.scope, session.dealer.groupId, queries),
    // `isZk` depends on files of other stores, so its counts are not cached.
    ({ isZk }) => isZk === 0,
  ),

  add: prepared(
    (context, request) => checkProof(context, deps.files, request.newMediaImages, request.oldCustomerId),
    (context, request, proof) =>
      request.newType === newType.repurchase
        ? repurchase(context, proof, request)
        : addCustomer(context, proof, request),
  ),

  onFile,

  async get(context, { customerId }) {
    await deps.countRead(context)
    return readProfile(context, deps, customerId)
  },

  timelines: (context, request) => readTimelines(context, deps, request),

  async peek(context, { customerId }) {
    await deps.countRead(context)
    return readPeek(context, customerId)
  },

  follow,

  bulk: (context, request) => startBulk(context, deps.bulkWork, request),
  bulkStatus: (context, { bulkId }) => getBulk(context, bulkId),

  ...actionRoutes(deps),
})
