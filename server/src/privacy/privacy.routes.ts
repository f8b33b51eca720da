import type { rooms } from '@showroom/contract'
import type { HandlersOf } from '../platform/http/handler.ts'
import type { StoreWork } from '../platform/queues/queues.ts'
import type { RoomDeps } from '../platform/room.ts'
import { askPerson, confirmErasure, copyOfPerson, listPersons } from './person.service.ts'

export const privacyRoutes = (
  deps: Pick<RoomDeps, 'files' | 'downloads' | 'tables' | 'retention'>,
  work: StoreWork,
): HandlersOf<typeof rooms.privacy> => ({
  list: async (context) => ({
    ...(await listPersons(context, deps.tables)),
    retention: deps.retention,
  }),
  ask: (context, { number }) => askPerson(context, work, number),
  async erase(context, { id }) {
    await confirmErasure(context, work, id)
    return {}
  },
  copy: (context, { id }) => copyOfPerson(context, deps, id),
})
