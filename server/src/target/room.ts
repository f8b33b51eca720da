import type { rooms } from '@showroom/contract'
import type { Room, RoomDeps } from '../platform/room.ts'
import { targetRoutes } from './target.routes.ts'

export { tables } from './target.tables.ts'

export const open = (deps: RoomDeps): Room<typeof rooms.target> => ({ handlers: targetRoutes(deps) })
