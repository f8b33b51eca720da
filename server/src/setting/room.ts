import type { rooms } from '@showroom/contract'
import type { RoomTables } from '../platform/db/places.ts'
import type { Room, RoomDeps } from '../platform/room.ts'
import { settingRoutes } from './setting.routes.ts'
import { settingPersonal } from './personal.repository.ts'

export const tables = {
  distributed: ['dealer_topic', 'store_blocklist', 'custom_source'],
  reference: ['dealer'],
} as const satisfies RoomTables

export const open = ({ files }: RoomDeps): Room<typeof rooms.setting> => ({
  personal: settingPersonal,
  handlers: settingRoutes(files),
})
