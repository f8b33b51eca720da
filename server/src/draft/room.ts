import type { rooms } from '@showroom/contract'
import type { DB } from '../platform/db/tables.ts'
import type { Room, RoomDeps } from '../platform/room.ts'
import { draftRoutes } from './draft.routes.ts'
import { draftSubscriptions } from './subscriptions.ts'
import { tidyDrafts } from './tidy.job.ts'
import { draftPersonal } from './personal.repository.ts'

export const tables = ['draft'] as const satisfies readonly (keyof DB)[]

export const open = ({ db, clock, retention }: RoomDeps): Room<typeof rooms.draft> => ({
  personal: draftPersonal,
  handlers: draftRoutes(),
  jobs: [tidyDrafts(db, clock, retention.drafts)],
  subscriptions: draftSubscriptions,
})
