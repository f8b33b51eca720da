import type { rooms } from '@showroom/contract'
import type { Room, RoomDeps } from '../platform/room.ts'
import { baseRoutes } from './base.routes.ts'
import type { LinkDeps } from './links.service.ts'
import type { RevealDeps } from './reveal.service.ts'

export { tables } from './base.tables.ts'

/** Other rooms own the clear numbers that this room reveals, and the records that name files. */
export const open = (
  { files, undo, tables: allTables }: RoomDeps,
  others: RevealDeps & Pick<LinkDeps, 'seenKeys'>,
): Room<typeof rooms.base> => ({
  handlers: baseRoutes({ files, undo, tables: allTables, ...others }),
})
