import type { rooms } from '@showroom/contract'
import type { Outside } from '../platform/outside/outside.ts'
import type { RoomTables } from '../platform/db/places.ts'
import { retention } from '../platform/queues/retention.ts'
import type { Room, RoomDeps } from '../platform/room.ts'
import { noticeRoutes } from './notice.routes.ts'
import { finishedPushes } from './push.repository.ts'
import { createPushes } from './push.service.ts'
import { noticeSubscriptions } from './subscriptions.ts'
import { noticePersonal } from './personal.repository.ts'

export const tables = { distributed: ['notice', 'notice_push', 'notice_wish'] } as const satisfies RoomTables

/** Notices are kept for 90 days, read or not. */
const tidyNotices = {
  name: 'tidy-notices',
  cron: '41 3 * * *',
  days: 90,
  rows: [
    { table: 'notice', at: 'created_at' },
    { table: 'notice_push', at: 'due_at', where: finishedPushes },
  ],
} as const

export const open = (deps: RoomDeps, { wecom }: Pick<Outside, 'wecom'>): Room<typeof rooms.notice> => {
  if (wecom) createPushes({ ...deps, wecom })
  return {
    personal: noticePersonal,
    handlers: noticeRoutes(wecom),
    jobs: [retention(deps, tidyNotices)],
    subscriptions: noticeSubscriptions,
  }
}
