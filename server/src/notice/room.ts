import type { rooms } from '@showroom/contract'
import type { DB } from '../platform/db/tables.ts'
import type { Outside } from '../platform/outside/outside.ts'
import type { Room, RoomDeps } from '../platform/room.ts'
import { noticeRoutes } from './notice.routes.ts'
import { createPushes } from './push.service.ts'
import { tidyNotices } from './tidy.job.ts'
import { noticeSubscriptions } from './subscriptions.ts'

export const tables = ['notice', 'notice_push', 'notice_wish'] as const satisfies readonly (keyof DB)[]

export const open = (deps: RoomDeps, { wecom }: Pick<Outside, 'wecom'>): Room<typeof rooms.notice> => {
  if (wecom) createPushes({ ...deps, wecom })
  return {
    handlers: noticeRoutes(wecom),
    jobs: [tidyNotices(deps.db, deps.clock)],
    subscriptions: noticeSubscriptions,
  }
}
