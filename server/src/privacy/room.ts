import type { rooms } from '@showroom/contract'
import type { Room, RoomDeps } from '../platform/room.ts'
import { createPersonWork, expirePersons } from './person.job.ts'
import { privacyRoutes } from './privacy.routes.ts'

export { tables } from './privacy.tables.ts'

export function open(deps: RoomDeps): Room<typeof rooms.privacy> {
  const work = createPersonWork(deps)
  return {
    handlers: privacyRoutes(deps, work),
    jobs: [expirePersons(deps)],
  }
}
