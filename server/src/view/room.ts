import type { rooms } from '@showroom/contract'
import type { RoomTables } from '../platform/db/places.ts'
import type { Room } from '../platform/room.ts'
import { viewRoutes } from './view.routes.ts'
import { viewInverses } from './view.service.ts'
import { viewPersonal } from './personal.repository.ts'

export const tables = { distributed: ['list_view', 'list_setting'] } as const satisfies RoomTables

export const open = (): Room<typeof rooms.view> => ({
  personal: viewPersonal,
  handlers: viewRoutes(),
  inverses: viewInverses,
})
