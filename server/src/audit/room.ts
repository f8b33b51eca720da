import type { rooms } from '@showroom/contract'
import type { Room, RoomDeps } from '../platform/room.ts'
import { auditRoutes } from './audit.routes.ts'

export const open = (deps: Pick<RoomDeps, 'files' | 'downloads'>): Room<typeof rooms.audit> => ({
  handlers: auditRoutes(deps),
})
