import type { rooms } from '@showroom/contract'
import type { DB } from '../platform/db/tables.ts'
import type { Room, RoomDeps } from '../platform/room.ts'
import { baseRoutes } from './base.routes.ts'
import type { RevealDeps } from './reveal.service.ts'

export const tables = [
  'dictionary',
  'region',
  'brand',
  'series',
  'model',
  'configuration',
  'sku',
  'competitor_series',
  'blocklist',
] as const satisfies readonly (keyof DB)[]

/** The clear numbers it reveals are with other rooms. */
export const open = ({ files, undo }: RoomDeps, numbers: RevealDeps): Room<typeof rooms.base> => ({
  handlers: baseRoutes({ files, undo, ...numbers }),
})
