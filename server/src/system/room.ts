import type { rooms } from '@showroom/contract'
import type { Room } from '../platform/room.ts'
import { readState } from './system.service.ts'
import type { Sources } from './system.service.ts'

/** Facts of the installation that are no dependencies of other rooms. */
export interface SystemSettings {
  readonly system: Sources
}

export const open = ({ system }: SystemSettings): Room<typeof rooms.system> => ({
  handlers: { state: (context) => readState(context, system) },
})
