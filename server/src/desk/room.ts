import type { rooms } from '@showroom/contract'
import type { Room, RoomDeps } from '../platform/room.ts'
import {
  giveToReturned,
  joinVisits,
  recordArrival,
  removeArrival,
  takeFromBarred,
  takeFromLeaver,
  undoLeave,
} from './board.service.ts'
import type { UndoLeave } from './board.service.ts'
import { deskJobs } from './desk.job.ts'
import { deskRoutes } from './desk.routes.ts'

export { tables } from './desk.tables.ts'

interface DeskUndoable {
  readonly visitLeft: UndoLeave
}

declare module '../platform/undo/undo.ts' {
  // oxlint-disable-next-line typescript/no-empty-object-type -- how an interface is filled
  interface Undoable extends DeskUndoable {}
}

export const open = (deps: RoomDeps): Room<typeof rooms.desk> => ({
  handlers: deskRoutes(deps),
  jobs: deskJobs(deps),
  inverses: { visitLeft: undoLeave },
  subscriptions: {
    cameIn: recordArrival,
    arrivalUndone: removeArrival,
    merged: joinVisits,
    memberBarred: takeFromBarred,
    memberLeft: takeFromLeaver,
    memberReturned: giveToReturned,
  },
})
