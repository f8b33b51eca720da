import type { rooms } from '@showroom/contract'
import type { DB } from '../platform/db/tables.ts'
import type { Room, RoomDeps } from '../platform/room.ts'
import { settingRoutes } from './setting.routes.ts'
import { settingPersonal } from './personal.repository.ts'

export const tables = [
  'dealer',
  'dealer_topic',
  'store_blocklist',
  'custom_source',
] as const satisfies readonly (keyof DB)[]

export const open = ({ files }: RoomDeps): Room<typeof rooms.setting> => ({
  personal: settingPersonal,
  handlers: settingRoutes(files),
})
