import type { rooms } from '@showroom/contract'
import type { RoomTables } from '../platform/db/places.ts'
import type { Room, RoomDeps } from '../platform/room.ts'
import { auditRoutes } from './audit.routes.ts'

/** Owns no tables: the platform writes audit and export_log. */
export const tables = {} as const satisfies RoomTables

export const open = (deps: Pick<RoomDeps, 'files' | 'downloads'>): Room<typeof rooms.audit> => ({
  handlers: auditRoutes(deps),
})
