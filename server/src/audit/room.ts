import type { rooms } from '@showroom/contract'
import type { Room, RoomDeps } from '../platform/room.ts'
import { auditRoutes } from './audit.routes.ts'

/** It reads what the platform writes: audit and export_log are no room's. */
export const tables = [] as const

export const open = (deps: Pick<RoomDeps, 'files' | 'downloads'>): Room<typeof rooms.audit> => ({
  handlers: auditRoutes(deps),
})
