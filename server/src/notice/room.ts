import type { rooms } from '@showroom/contract'
import type { Outside } from '../platform/outside/outside.ts'
import type { Room, RoomDeps } from '../platform/room.ts'
import { createDevicePushes } from './device-push.service.ts'
import { noticeRoutes } from './notice.routes.ts'
import { dropPushes } from './push.repository.ts'
import { createPushes } from './push.service.ts'

export { tables } from './notice.tables.ts'

export const open = (
  deps: RoomDeps,
  { wecom, push }: Pick<Outside, 'wecom' | 'push'>,
): Room<typeof rooms.notice> => {
  if (wecom) createPushes({ ...deps, wecom })
  createDevicePushes({ ...deps, push })
  return {
    handlers: noticeRoutes(wecom, push),
    subscriptions: {
      customersErased: ({ db, scope }, { customerIds }) => dropPushes(db, scope, customerIds),
    },
  }
}
