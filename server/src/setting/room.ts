import type { rooms } from '@showroom/contract'
import type { Room, RoomDeps } from '../platform/room.ts'
import { settingRoutes } from './setting.routes.ts'

export { tables } from './setting.tables.ts'

export const open = ({ files }: RoomDeps): Room<typeof rooms.setting> => ({
  handlers: settingRoutes(files),
})
