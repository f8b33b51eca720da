import type { rooms } from '@showroom/contract'
import type { DB } from '../platform/db/tables.ts'
import type { Room, RoomDeps } from '../platform/room.ts'
import { noticeRoutes } from './notice.routes.ts'
import { tidyNotices } from './tidy.job.ts'
import { noticeSubscriptions } from './subscriptions.ts'

export const tables = ['notice'] as const satisfies readonly (keyof DB)[]

export const open = ({ db, clock }: RoomDeps): Room<typeof rooms.notice> => ({
  handlers: noticeRoutes(),
  jobs: [tidyNotices(db, clock)],
  subscriptions: noticeSubscriptions,
})
