import type { rooms } from '@showroom/contract'
import type { DB } from '../platform/db/tables.ts'
import type { Room } from '../platform/room.ts'
import { teamRoutes } from './team.routes.ts'

export const tables = ['dealer_group', 'member'] as const satisfies readonly (keyof DB)[]

export const open = (): Room<typeof rooms.team> => ({ handlers: teamRoutes() })
