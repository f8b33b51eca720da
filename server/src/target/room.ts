import type { rooms } from '@showroom/contract'
import type { Room } from '../platform/room.ts'
import { targetRoutes } from './target.routes.ts'

export { tables } from './target.tables.ts'

export const open = (): Room<typeof rooms.target> => ({ handlers: targetRoutes() })
