import type { rooms } from '@showroom/contract'
import type { DB } from '../platform/db/tables.ts'
import type { Room } from '../platform/room.ts'
import { viewRoutes } from './view.routes.ts'
import { viewInverses } from './view.service.ts'
import { viewPersonal } from './personal.repository.ts'

export const tables = ['list_view', 'list_setting'] as const satisfies readonly (keyof DB)[]

export const open = (): Room<typeof rooms.view> => ({
  personal: viewPersonal,
  handlers: viewRoutes(),
  inverses: viewInverses,
})
