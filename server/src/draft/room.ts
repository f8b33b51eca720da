import type { rooms } from '@showroom/contract'
import type { Room, RoomDeps } from '../platform/room.ts'
import { draftRoutes } from './draft.routes.ts'
import { draftSubscriptions } from './subscriptions.ts'
import { tidyDrafts } from './tidy.job.ts'

export { tables } from './draft.tables.ts'

export const open = ({ db, clock, retention }: RoomDeps): Room<typeof rooms.draft> => ({
  handlers: draftRoutes(),
  jobs: [tidyDrafts(db, clock, retention.drafts)],
  subscriptions: draftSubscriptions,
})
