import type { rooms } from '@showroom/contract'
import type { DB } from '../platform/db/tables.ts'
import type { Room } from '../platform/room.ts'
import { findRoutes } from './find.routes.ts'

export const tables = [] as const satisfies readonly (keyof DB)[]

export const open = (): Room<typeof rooms.find> => ({ handlers: findRoutes() })
