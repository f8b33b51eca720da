import type { rooms } from '@showroom/contract'
import type { Room, RoomDeps } from '../platform/room.ts'
import { warnOfBackup } from './backup.job.ts'
import { warnOfFaults } from './fault.job.ts'
import { readState } from './system.service.ts'
import type { Sources } from './system.service.ts'

export { tables } from './system.tables.ts'

/** Facts of the installation that are no dependencies of other rooms. */
export interface SystemSettings {
  readonly system: Sources
}

export const open = (deps: RoomDeps, { system }: SystemSettings): Room<typeof rooms.system> => ({
  handlers: { state: (context) => readState(context, system) },
  jobs: [warnOfBackup(deps), warnOfFaults(deps, system)],
})
