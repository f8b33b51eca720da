import type { rooms } from '@showroom/contract'
import type { RoomTables } from '../platform/db/places.ts'
import type { Room, RoomDeps } from '../platform/room.ts'
import { createPersonWork, expirePersons } from './person.job.ts'
import { privacyPersonal } from './personal.repository.ts'
import { privacyRoutes } from './privacy.routes.ts'

export const tables = { distributed: ['person_request'] } as const satisfies RoomTables

export function open(deps: RoomDeps): Room<typeof rooms.privacy> {
  const work = createPersonWork(deps)
  return {
    handlers: privacyRoutes(deps, work),
    personal: privacyPersonal,
    jobs: [expirePersons(deps)],
  }
}
