import type { rooms } from '@showroom/contract'
import type { RoomTables } from '../platform/db/places.ts'
import type { Room, RoomDeps } from '../platform/room.ts'
import { draftRoutes } from './draft.routes.ts'
import { draftSubscriptions } from './subscriptions.ts'
import { tidyDrafts } from './tidy.job.ts'
import { draftPersonal } from './personal.repository.ts'

export const tables = { distributed: ['draft'] } as const satisfies RoomTables

export const open = ({ db, clock, retention }: RoomDeps): Room<typeof rooms.draft> => ({
  personal: draftPersonal,
  handlers: draftRoutes(),
  jobs: [tidyDrafts(db, clock, retention.drafts)],
  subscriptions: draftSubscriptions,
})
