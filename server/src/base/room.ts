import type { rooms } from '@showroom/contract'
import type { RoomTables } from '../platform/db/places.ts'
import type { Room, RoomDeps } from '../platform/room.ts'
import { baseRoutes } from './base.routes.ts'
import type { LinkDeps } from './links.service.ts'
import type { RevealDeps } from './reveal.service.ts'
import { basePersonal } from './personal.repository.ts'

export const tables = {
  reference: [
    'dictionary',
    'region',
    'brand',
    'series',
    'model',
    'configuration',
    'sku',
    'competitor_series',
    'blocklist',
  ],
} as const satisfies RoomTables

/** Other rooms own the clear numbers that this room reveals, and the records that name files. */
export const open = (
  { files, undo }: RoomDeps,
  others: RevealDeps & Pick<LinkDeps, 'seenKeys'>,
): Room<typeof rooms.base> => ({
  personal: basePersonal,
  handlers: baseRoutes({ files, undo, ...others }),
})
