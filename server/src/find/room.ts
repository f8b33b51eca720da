import type { rooms } from '@showroom/contract'
import type { Room } from '../platform/room.ts'
import { findRoutes } from './find.routes.ts'

export const open = (): Room<typeof rooms.find> => ({ handlers: findRoutes() })
