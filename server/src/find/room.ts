import type { rooms } from '@showroom/contract'
import type { RoomTables } from '../platform/db/places.ts'
import type { Room } from '../platform/room.ts'
import { findRoutes } from './find.routes.ts'

export const tables = {} as const satisfies RoomTables

export const open = (): Room<typeof rooms.find> => ({ handlers: findRoutes() })
