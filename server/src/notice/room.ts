import type { rooms } from '@showroom/contract'
import type { DB } from '../platform/db/tables.ts'
import type { Outside } from '../platform/outside/outside.ts'
import { retention } from '../platform/queues/upkeep.repository.ts'
import type { Room, RoomDeps } from '../platform/room.ts'
import { noticeRoutes } from './notice.routes.ts'
import { tidyNotices } from './push.repository.ts'
import { createPushes } from './push.service.ts'
import { noticeSubscriptions } from './subscriptions.ts'

export const tables = ['notice', 'notice_push', 'notice_wish'] as const satisfies readonly (keyof DB)[]

export const open = (deps: RoomDeps, { wecom }: Pick<Outside, 'wecom'>): Room<typeof rooms.notice> => {
  if (wecom) createPushes({ ...deps, wecom })
  return {
    handlers: noticeRoutes(wecom),
    jobs: [retention(deps, tidyNotices)],
    subscriptions: noticeSubscriptions,
  }
}
