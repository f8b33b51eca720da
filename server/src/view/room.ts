import type { rooms } from '@showroom/contract'
import type { Room } from '../platform/room.ts'
import { viewRoutes } from './view.routes.ts'
import { viewInverses } from './view.service.ts'

export { tables } from './view.tables.ts'

export const open = (): Room<typeof rooms.view> => ({
  handlers: viewRoutes(),
  inverses: viewInverses,
})
